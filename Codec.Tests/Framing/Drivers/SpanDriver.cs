namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs the span decoder on all bytes that were received and not consumed.</summary>
public class SpanDriver : StreamDriver
{
    public override bool KnowsTheEnd => false;

    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null)
    {
        Decoding stream = dispatcher?.State ?? new Decoding();
        List<byte> kept = [];
        PacketError missing = PacketError.None;
        foreach (byte[] chunk in chunks)
        {
            kept.AddRange(chunk);
            byte[] source = [.. kept];
            int offset = 0;
            OperationStatus status;
            while ((status = Decode(source, offset, format, out Packet packet, out int consumed, out missing)) == OperationStatus.Done)
            {
                offset += consumed;
                stream.Position += consumed;
                Deliver(stream, packet, dispatcher);
            }

            if (status == OperationStatus.InvalidData)
            {
                stream.Error = missing;
                stream.Hint = PacketDecoder.Guess(source.AsSpan(offset), format);
                return stream;
            }

            kept.RemoveRange(0, offset);
        }

        stream.Error = ends && kept.Count > 0 ? missing : PacketError.None;
        return stream;
    }

    private protected virtual OperationStatus Decode(
        byte[] source, int offset, PacketFormat format, out Packet packet, out int consumed, out PacketError error) =>
        PacketDecoder.Decode(source.AsSpan(offset), format, out packet, out consumed, out error);
}
