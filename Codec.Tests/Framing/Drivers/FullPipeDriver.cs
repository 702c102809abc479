namespace Codec.Tests.Framing.Drivers;

/// <summary>
/// Runs the packet reader over a pipe reader that has all data from the start, and enumerates its packets with await foreach. Each chunk is a
/// segment. The memory of the last segment extends beyond the sequence.
/// </summary>
public sealed class FullPipeDriver : StreamDriver
{
    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null) =>
        DecodeAsync(chunks, format, ends, dispatcher).GetAwaiter().GetResult();

    private static async Task<Decoding> DecodeAsync(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends, PacketDispatcher<Decoding>? dispatcher)
    {
        Decoding stream = dispatcher?.State ?? new Decoding();
        List<ReadOnlyMemory<byte>> segments = [default];
        foreach (byte[] chunk in chunks)
        {
            segments.Add(chunk);
        }

        await using PacketReader reader = new(PipeReader.Create(TestSegment.JoinInside(segments)), format);
        try
        {
            await foreach (PacketReadResult result in reader.ReadAllAsync())
            {
                Deliver(stream, result.Packet, dispatcher);
            }
        }
        catch (InvalidPacketException exception)
        {
            // The pipe reader always ends. If the test's stream does not end, a truncated packet is an incomplete one.
            bool isTruncated = exception.Error is PacketError.HeaderTruncated or PacketError.PayloadTruncated;
            stream.Error = isTruncated && !ends ? PacketError.None : exception.Error;
            stream.Hint = exception.Hint;
            Assert.That(exception.Position, Is.EqualTo(reader.Position));
        }

        stream.Position = reader.Position;
        return stream;
    }
}
