namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs the decoder for arrays, whose packets refer to the array.</summary>
public sealed class ArrayDriver : SpanDriver
{
    private protected override OperationStatus Decode(
        byte[] source, int offset, PacketFormat format, out Packet packet, out int consumed, out PacketError error)
    {
        ArraySegment<byte> segment = new(source, offset, source.Length - offset);
        OperationStatus status = PacketDecoder.Decode(segment, format, out packet, out consumed, out error);
        if (status == OperationStatus.Done)
        {
            Assert.That(packet.TryGetPayloadArray(out ArraySegment<byte> payload), Is.True);
            Assert.That(payload.Array, Is.SameAs(source));
            Assert.That(payload.AsSpan().SequenceEqual(packet.Payload), Is.True);
        }

        return status;
    }
}
