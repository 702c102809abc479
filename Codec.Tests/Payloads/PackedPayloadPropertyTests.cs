using FsCheck;
using FsCheck.Fluent;

namespace Codec.Tests.Payloads;

/// <summary>Tests packed payloads with random input from FsCheck. A failure prints the seed.</summary>
public sealed class PackedPayloadPropertyTests
{
    private static Gen<byte> AnyByte => Gen.Choose(0, 255).Select(value => (byte)value);

    // Most words are zero or have no zero bytes, because these begin and end runs.
    private static Gen<byte[]> Word => Gen.OneOf(
        Gen.Constant(new byte[8]),
        AnyByte.ArrayOf(8),
        Gen.Choose(1, 255).Select(value => (byte)value).ArrayOf(8),
        Gen.Choose(0, 1).Select(value => (byte)value).ArrayOf(8));

    private static Gen<byte[]> Words =>
        from word in Word
        from count in Gen.Frequency((3, Gen.Constant(1)), (1, Gen.Choose(1, 300)))
        select Enumerable.Repeat(word, count).SelectMany(bytes => bytes).ToArray();

    private static Arbitrary<byte[]> Payloads =>
        (from parts in Words.ArrayOf()
         from end in AnyByte.ArrayOf()
         select parts.SelectMany(part => part).Concat(end.Take(7)).ToArray()).ToArbitrary();

    private static Arbitrary<byte[]> AdversarialBytes =>
        Gen.Frequency((1, Gen.Constant((byte)0)), (1, Gen.Constant((byte)0xFF)), (2, Gen.Choose(1, 24).Select(value => (byte)value)), (1, AnyByte))
            .ArrayOf().ToArbitrary();

    [Test]
    public void Random_payloads_round_trip() =>
        Check.One(PropertyRunner.Config(300), Prop.ForAll(Payloads, new Func<byte[], bool>(ComesBack)));

    [Test]
    public void Adversarial_bytes_are_rejected_or_unpacked_to_a_payload_that_round_trips()
    {
        int unpacked = 0;
        Check.One(PropertyRunner.Config(3000), Prop.ForAll(AdversarialBytes, new Func<byte[], bool>(IsErrorOrComesBack)));
        Assert.That(unpacked, Is.Positive);

        bool IsErrorOrComesBack(byte[] packed)
        {
            byte[] destination = new byte[4096];
            if (PackedPayload.Unpack(packed, destination, out int written) != PacketError.None)
            {
                return written == 0;
            }

            unpacked++;
            return ComesBack(destination.AsSpan(0, written).ToArray());
        }
    }

    private static bool ComesBack(byte[] payload)
    {
        byte[] packed = new byte[PackedPayload.GetMaxPackedSize(payload.Length)];
        byte[] unpacked = new byte[payload.Length];
        return PackedPayload.Pack(payload, packed, out int size) == OperationStatus.Done
            && PackedPayload.Unpack(packed.AsSpan(0, size), unpacked, out int written) == PacketError.None
            && written == payload.Length
            && unpacked.AsSpan().SequenceEqual(payload);
    }
}
