namespace Codec.Tests.Framing;

/// <summary>Tests the calls that a writer rejects while its stream is written or flushed.</summary>
public sealed class PendingFlushTests
{
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
}
