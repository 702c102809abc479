using System;
using System.Diagnostics;
using System.IO.Pipelines;
using System.Threading.Tasks;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <content>Deadlines that are not too early.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task Deadlines_leave_a_peer_all_of_its_time()
    {
        TimeSpan timeout = TimeSpan.FromSeconds(2);
        Task<TimeSpan> halfPacket = Last(
            new PacketConnectionOptions { HalfPacketTimeout = timeout },
            PacketCloseReason.HalfPacketTimeout,
            readsFromStart: true,
            (_, peer) => peer.Output.WriteAsync(new byte[1]).AsTask());
        Task<TimeSpan> waitingRead = Last(
            new PacketConnectionOptions { IdleTimeout = timeout }, PacketCloseReason.IdleTimeout, readsFromStart: false, (connection, _) => ReadAll(connection));
        Task<TimeSpan> stuckWrite = Last(
            new PacketConnectionOptions { IdleTimeout = timeout, SendLimit = 1 },
            PacketCloseReason.IdleTimeout,
            readsFromStart: false,
            (connection, _) => connection.SendAsync(1, new byte[10]).AsTask());

        // Timers and the clock that measures them may differ by some milliseconds.
        TimeSpan least = timeout - TimeSpan.FromMilliseconds(50);
        await Task.WhenAll(halfPacket, waitingRead, stuckWrite).WaitAsync(Limit);
        Assert.Multiple(() =>
        {
            Assert.That(halfPacket.Result, Is.AtLeast(least), "a half packet");
            Assert.That(waitingRead.Result, Is.AtLeast(least), "a read that waits");
            Assert.That(stuckWrite.Result, Is.AtLeast(least), "a write that is stuck");
        });
    }

    /// <summary>Begins what has a deadline, and tells how long it took until the connection was closed for it.</summary>
    private static async Task<TimeSpan> Last(
        PacketConnectionOptions options, PacketCloseReason reason, bool readsFromStart, Func<PacketConnection, IDuplexPipe, Task> begin)
    {
        (PacketConnection connection, IDuplexPipe peer) = ConnectPipes(options);
        Task reading = readsFromStart ? ReadAll(connection) : Task.CompletedTask;

        // Between two of the four looks that a connection takes in two seconds: not to be taken for as old as the first of them.
        await Task.Delay(300);
        Stopwatch watch = Stopwatch.StartNew();
        Task begun = begin(connection, peer);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => Task.WhenAll(reading, begun));
        watch.Stop();
        Assert.That(exception!.Reason, Is.EqualTo(reason));
        await connection.DisposeAsync();
        return watch.Elapsed;
    }
}
