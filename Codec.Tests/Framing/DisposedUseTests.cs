namespace Codec.Tests.Framing;

/// <summary>Tests that every call of a disposed reader or writer throws the same exception.</summary>
public sealed class DisposedUseTests
{
    [Test]
    public async Task A_disposed_packet_reader_throws_and_consumes_no_more_bytes([Values] bool leaveOpen)
    {
        Pipe pipe = new();
        await pipe.Writer.WriteAsync((byte[])[0, 0, 1, 0, 0, 0, 2, 0]);
        PacketReader reader = new(pipe.Reader, leaveOpen: leaveOpen);
        PacketReadResult first = await reader.ReadPacketAsync();
        await reader.DisposeAsync();
        await reader.DisposeAsync();
        Assert.That(() => first.Packet.Id, Throws.InvalidOperationException);
        await RefusesAsync(reader);
        if (leaveOpen)
        {
            Assert.That(pipe.Reader.TryRead(out ReadResult left), Is.True);
            Assert.That(left.Buffer.Length, Is.EqualTo(4), "What was not given out stays.");
            pipe.Reader.AdvanceTo(left.Buffer.End);
        }
    }

    [Test]
    public async Task A_disposed_packet_writer_throws_and_writes_no_more_bytes([Values] bool leaveOpen)
    {
        Pipe pipe = new();
        PacketWriter writer = new(pipe.Writer, leaveOpen: leaveOpen);
        writer.Write(1, []);
        await writer.FlushAsync();
        await writer.DisposeAsync();
        await writer.DisposeAsync();
        Assert.That(() => writer.Write(2, []), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(async () => await writer.WriteAsync(2, default(ReadOnlyMemory<byte>)), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(writer.Flush, Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(async () => await writer.FlushAsync(), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(pipe.Reader.TryRead(out ReadResult sent), Is.True);
        Assert.That((sent.Buffer.Length, sent.IsCompleted), Is.EqualTo((4L, !leaveOpen)));
    }

    private static async Task RefusesAsync(PacketReader reader)
    {
        Assert.That(async () => await reader.ReadPacketAsync().AsTask().WaitAsync(Limit), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(async () => await reader.ReadPacketAsync(new CancellationToken(true)), Throws.InstanceOf<ObjectDisposedException>());
        await Assert.ThatAsync(
            async () =>
            {
                await foreach (PacketReadResult result in reader.ReadAllAsync())
                {
                    Assert.Fail($"Got {result.Error}.");
                }
            },
            Throws.InstanceOf<ObjectDisposedException>());
    }
}
