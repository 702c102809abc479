using System.Numerics;
using System.Runtime.Intrinsics;

namespace Codec.Tests.Payloads;

/// <summary>Types whose layout or size depends on the runtime, which .NET Framework does not have.</summary>
public sealed unsafe partial class StructPayloadTests
{
    [Test]
    public void Vectors_with_runtime_specific_alignment_are_rejected_with_the_name_of_the_field()
    {
        HasVector value = default;
        Assert.That((byte*)&value.Vector - (byte*)&value, Is.EqualTo(16), "where C++ has it by the field's parts: at 8");
        Refused<HasVector>("HasVector.Vector is a vector that the runtime aligns by its own rules");
        Refused<Vector64<long>>("is a vector that the runtime aligns by its own rules");
        Refused<Vector256<int>>("is a vector that the runtime aligns by its own rules");
        Refused<Vector512<byte>>("is a vector that the runtime aligns by its own rules");
    }

    [Test]
    public void Numbers_with_a_host_dependent_width_are_rejected_with_the_name_of_the_field()
    {
        Refused<HasNativeFloat>("HasNativeFloat.Wide has a width that depends on the host");
        Refused<CLong>("CLong has a width that depends on the host");
        Refused<CULong>("CULong has a width that depends on the host");
        Refused<Vector<int>>("has a width that depends on the host");
    }

    [Test]
    public void A_function_pointer_is_rejected_as_a_pointer() => Refused<HasFunction>("HasFunction.Function is a pointer");

#pragma warning disable CS0649 // The fields are there to be found.
    [StructLayout(LayoutKind.Sequential, Size = 48)]
    private struct HasVector
    {
        public long A;
        public Vector128<long> Vector;
        public long B;
    }

    private struct HasNativeFloat
    {
        public byte A;
        public NFloat Wide;
    }

    private struct HasFunction
    {
        public delegate*<void> Function;
    }
#pragma warning restore CS0649
}
