namespace Codec.Tests.Framing.Drivers;

/// <summary>Runs the packet reader over a pipe with unmanaged memory. The reader is always waiting when a chunk is written.</summary>
public sealed class PipeDriver : StreamDriver
{
    // Smaller than most packets of the tests, so that packets span several segments.
    private const int BlockSize = 16;

    public override Decoding Decode(IReadOnlyList<byte[]> chunks, PacketFormat format, bool ends = true, PacketDispatcher<Decoding>? dispatcher = null)
    {
        Decoding stream = dispatcher?.State ?? new Decoding();
        using CountingMemoryPool pool = new(BlockSize);
        Pipe pipe = new(new PipeOptions(pool, PipeScheduler.Inline, PipeScheduler.Inline, pauseWriterThreshold: 0, minimumSegmentSize: BlockSize, useSynchronizationContext: false));
        PacketReader reader = new(pipe.Reader, format);
        int next = 0;
        while (true)
        {
            Task<PacketReadResult> read = reader.ReadPacketAsync().AsTask();
            while (!read.IsCompleted)
            {
                if (next < chunks.Count)
                {
                    pipe.Writer.Write(chunks[next++]);
                    Assert.That(pipe.Writer.FlushAsync().AsTask().IsCompleted, Is.True);
                }
                else if (ends)
                {
                    pipe.Writer.Complete();
                }
                else
                {
                    pipe.Reader.CancelPendingRead();
                }
            }

            PacketReadResult result = read.GetAwaiter().GetResult();
            if (!result.HasPacket)
            {
                stream.Error = result.Error;
                break;
            }

            Deliver(stream, result.Packet, dispatcher);
        }

        stream.Position = reader.Position;
        stream.Hint = reader.Hint;
        Assert.That(reader.DisposeAsync().AsTask().IsCompleted, Is.True);
        pipe.Writer.Complete();
        stream.Outstanding = pool.Outstanding;
        stream.PeakRented = pool.PeakRented;
        return stream;
    }
}
