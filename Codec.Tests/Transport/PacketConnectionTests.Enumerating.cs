using System;
using System.Collections.Generic;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <content>The sequence of packets, asked by hand.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task Sequence_that_waits_is_not_disposed_and_ends_once()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        await using (connection)
        using (peer)
        {
            IAsyncEnumerator<PacketReadResult> packets = connection.ReadAllAsync().GetAsyncEnumerator();
            ValueTask<bool> waiting = packets.MoveNextAsync();
            Assert.That(waiting.IsCompleted, Is.False);
            await Assert.ThrowsAsync<NotSupportedException>(async () => await packets.DisposeAsync());

            peer.Send([1, 0, 2, 0, 9]);
            Assert.That(await waiting.AsTask().WaitAsync(Limit), Is.True);
            Assert.That(packets.Current.Packet.Id, Is.EqualTo(2));
            await Assert.ThrowsAsync<InvalidOperationException>(() => ReadAll(connection));

            peer.Shutdown(SocketShutdown.Send);
            Assert.That(await packets.MoveNextAsync().AsTask().WaitAsync(Limit), Is.False);
            Assert.That(await packets.MoveNextAsync(), Is.False);
            await packets.DisposeAsync();
            Assert.That(await ReadAll(connection).WaitAsync(Limit), Is.Zero);
        }
    }

    [Test]
    public async Task Sequence_is_cancelled_by_its_own_token_and_by_the_loop_s([Values(0, 1)] int which)
    {
        (PacketConnection connection, Socket peer) = await Connect();
        await using (connection)
        using (peer)
        using (CancellationTokenSource own = new())
        using (CancellationTokenSource loop = new())
        {
            IAsyncEnumerator<PacketReadResult> packets = connection.ReadAllAsync(own.Token).GetAsyncEnumerator(loop.Token);
            Task<bool> waiting = packets.MoveNextAsync().AsTask();
            (which == 0 ? own : loop).Cancel();
            await ThrowsCanceled(waiting);
            await packets.DisposeAsync();

            peer.Send([0, 0, 3, 0]);
            peer.Shutdown(SocketShutdown.Send);
            Assert.That(await ReadAll(connection).WaitAsync(Limit), Is.EqualTo(1));
        }
    }
}
