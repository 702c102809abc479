using System;
using System.IO.Pipelines;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Tests.Framing.Drivers;
using NUnit.Framework;

namespace Codec.Tests.Framing;

/// <summary>What a stream reader refuses while a read of its waits, and who then returns its memory.</summary>
public sealed class PendingReadTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    [Test]
    public async Task A_second_read_at_a_time_is_refused_and_the_first_goes_on()
    {
        Pipe pipe = new();
        using PacketStreamReader reader = new(pipe.Reader.AsStream());
        Task<PacketReadStatus> first = reader.ReadAsync().AsTask();
        Assert.That(async () => await reader.ReadAsync(), Throws.InvalidOperationException);
        Assert.That(() => reader.Read(out _), Throws.InvalidOperationException);
        await pipe.Writer.WriteAsync((byte[])[1, 0, 9, 0, 7]);
        Assert.That(await first.WaitAsync(Patience), Is.EqualTo(PacketReadStatus.Packet));
        Assert.That((reader.Current.Id, reader.Current.Payload[0]), Is.EqualTo((9u, (byte)7)));
    }

    [Test]
    public async Task Memory_that_a_stream_still_reads_into_is_returned_when_it_is_done([Values] bool fails)
    {
        CountingPool pool = new();
        Pipe pipe = new();
        PacketStreamReader reader = new(pipe.Reader.AsStream(leaveOpen: true), leaveOpen: true, pool: pool);
        Task<PacketReadStatus> pending = reader.ReadAsync().AsTask();
        reader.Dispose();
        reader.Dispose();
        Assert.That(pool.Outstanding, Is.EqualTo(1), "The stream still has the array.");
        if (fails)
        {
            await pipe.Writer.CompleteAsync(new HandlerException());
            Assert.That(async () => await pending.WaitAsync(Patience), Throws.InstanceOf<HandlerException>());
        }
        else
        {
            await pipe.Writer.WriteAsync((byte[])[0, 0, 9, 0]);
            Assert.That(async () => await pending.WaitAsync(Patience), Throws.InstanceOf<ObjectDisposedException>());
        }

        Assert.That(pool.Outstanding, Is.Zero);
        Assert.That(async () => await reader.ReadAsync(), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(() => reader.Read(out _), Throws.InstanceOf<ObjectDisposedException>());
    }
}
