namespace Codec.Tests.Framing;

/// <summary>Tests the calls that a writer rejects while its flush is pending.</summary>
public sealed class PendingFlushTests
{
    [Test]
    public async Task A_writer_rejects_calls_during_a_flush_and_loses_no_data([Values] bool isOverPipe)
    {
        Pipe pipe = SmallPipe();
        PacketWriter writer = isOverPipe ? new(pipe.Writer) : new(pipe.Writer.AsStream());
        writer.Write(1, new byte[10]);
        Task<bool> flush = writer.FlushAsync().AsTask();
        Assert.That(flush.IsCompleted, Is.False);
        Assert.That(() => writer.Write(2, new byte[3]), Throws.InvalidOperationException.With.Message.Contains("flush"));
        Assert.That(() => writer.Write(2, new byte[65_535]), Throws.InvalidOperationException);
        Assert.That(async () => await writer.WriteAsync(2, new byte[3]), Throws.InvalidOperationException);
        Assert.That(writer.Flush, Throws.InvalidOperationException);
        Assert.That(async () => await writer.FlushAsync(), Throws.InvalidOperationException);
        Assert.That(writer.Dispose, Throws.InvalidOperationException, "The stream still reads the buffer.");
        Assert.That(async () => await writer.DisposeAsync(), Throws.InvalidOperationException);
        Assert.That(writer.IsPoisoned, Is.False);

        Assert.That(await DrainAsync(pipe.Reader), Is.EqualTo(14));
        Assert.That(await flush.WaitAsync(Limit), Is.True);
        writer.Write(2, new byte[3]);
        Assert.That(writer.UnflushedBytes, Is.EqualTo(7));
        await writer.DisposeAsync();
        Assert.That(await DrainAsync(pipe.Reader), Is.EqualTo(7));
    }

    [Test]
    public void A_writer_rejects_calls_that_its_stream_makes_during_a_flush([Values("write", "flush", "dispose")] string call)
    {
        PacketWriter? writer = null;
        Action[] uses =
        [
            () => writer!.Write(9, new byte[3]),
            () => writer!.Write(9, new byte[65_535]),
            () => writer!.WriteAsync(9, new byte[3]).AsTask().GetAwaiter().GetResult(),
            () => writer!.Flush(),
            () => writer!.FlushAsync().AsTask().GetAwaiter().GetResult(),
            () => writer!.Dispose(),
        ];
        using RecordingStream stream = new()
        {
            OnWrite = () =>
            {
                foreach (Action use in uses)
                {
                    Assert.That(() => use(), Throws.InvalidOperationException.With.Message.Contains("flush"));
                }
            },
        };
        writer = new PacketWriter(stream, leaveOpen: true);
        writer.Write(1, (byte[])[1, 2, 3]);
        byte[] large = new byte[call == "write" ? 65_535 : 0];
        if (call == "write")
        {
            writer.Write(2, large);
        }
        else if (call == "flush")
        {
            writer.Flush();
        }

        writer.Dispose();
        byte[] sent = call == "write" ? [3, 0, 1, 0, 1, 2, 3, 255, 255, 2, 0, .. large] : [3, 0, 1, 0, 1, 2, 3];
        Assert.That(stream.Written, Is.EqualTo(sent));
    }

    private static Pipe SmallPipe() => new(new PipeOptions(pauseWriterThreshold: 8, resumeWriterThreshold: 4));

    /// <summary>Reads everything from the pipe.</summary>
    private static async Task<long> DrainAsync(PipeReader reader)
    {
        ReadResult read = await reader.ReadAsync().AsTask().WaitAsync(Limit);
        long length = read.Buffer.Length;
        reader.AdvanceTo(read.Buffer.End);
        return length;
    }
}
