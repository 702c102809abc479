namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs the push decoder on segments of arrays. Every packet refers to its array.</summary>
public sealed class PushArrayDriver : PushDriver
{
    private protected override OperationStatus Push(PacketPushDecoder decoder, byte[] received, Decoding stream, PacketDispatcher<Decoding>? dispatcher)
    {
        ArraySegment<byte> chunk = new([1, 2, .. received, 3], 2, received.Length);
        OperationStatus status;
        Packet packet;
        while ((status = decoder.Read(ref chunk, out packet)) == OperationStatus.Done)
        {
            if (!packet.TryGetPayloadArray(out ArraySegment<byte> payload) || !payload.AsSpan().SequenceEqual(packet.Payload))
            {
                Assert.Fail($"Packet {packet.Id} does not know its array.");
            }

            Deliver(stream, packet, dispatcher);
        }

        Assert.That(packet.TryGetPayloadArray(out _), Is.False, "There is no packet.");
        return status;
    }
}
