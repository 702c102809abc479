namespace Codec.Tests.Payloads;

/// <summary>Integers of 128 bits, which .NET Framework does not have.</summary>
public sealed unsafe partial class StructPayloadTests
{
    [Test]
    public void Integers_of_128_bits_are_rejected_with_the_name_of_the_field()
    {
        Refused<HasWide>("HasWide.Wide is an integer of 128 bits, which standard C++ does not have");
        Refused<HasUnsignedWide>("HasUnsignedWide.Wide is an integer of 128 bits");
        Refused<Int128>("Int128 is an integer of 128 bits");
    }

#pragma warning disable CS0649 // The fields are there to be found.
    private struct HasWide
    {
        public byte A;
        public Int128 Wide;
    }

    private struct HasUnsignedWide
    {
        public UInt128 Wide;
    }
#pragma warning restore CS0649
}
