namespace Codec.Tests.Framing.Drivers;

/// <summary>
/// Runs the sequence reader on all bytes that were received and not consumed. Each chunk is a segment. The memory of the first and last segments
/// extends beyond the sequence.
/// </summary>
public sealed class SequenceDriver : StreamDriver
{
    public override bool KnowsTheEnd => false;

    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null)
    {
        Decoding stream = dispatcher?.State ?? new Decoding();
        List<ReadOnlyMemory<byte>> kept = [];
        PacketError missing = PacketError.None;
        foreach (byte[] chunk in chunks)
        {
            kept.Add(chunk);
            ReadOnlySequence<byte> source = TestSegment.JoinInside(kept);
            using SequencePacketReader reader = new(source, format);
            OperationStatus status;
            while ((status = reader.Read(out Packet packet, out missing)) == OperationStatus.Done)
            {
                Deliver(stream, packet, dispatcher);
            }

            stream.Position += reader.Consumed;
            if (status == OperationStatus.InvalidData)
            {
                stream.Error = missing;
                stream.Hint = PacketDecoder.Guess(source.Slice(reader.Consumed).ToArray(), format);
                return stream;
            }

            kept.Clear();
            foreach (ReadOnlyMemory<byte> segment in source.Slice(reader.Consumed))
            {
                kept.Add(segment);
            }
        }

        stream.Error = ends && kept.Any(segment => !segment.IsEmpty) ? missing : PacketError.None;
        return stream;
    }
}
