namespace Codec.Tests.Transport;

/// <content>Calls of the enumerator's methods, without await foreach.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task Enumerator_cannot_be_disposed_or_moved_while_a_read_is_pending_and_stays_at_its_end()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        await using (connection)
        using (peer)
        {
            IAsyncEnumerator<PacketReadResult> packets = connection.ReadAllAsync().GetAsyncEnumerator();
            ValueTask<bool> waiting = packets.MoveNextAsync();
            Assert.That(waiting.IsCompleted, Is.False);
            Assert.That(async () => await packets.DisposeAsync(), Throws.InstanceOf<NotSupportedException>().With.Message.Contains("Cancel the wait first"));
            await Assert.ThrowsAsync<InvalidOperationException>(async () => await packets.MoveNextAsync());
            Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.None));

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
    public async Task Packets_that_were_already_received_are_not_returned_after_disposing()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        using (peer)
        {
            peer.Send([0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0]);
            IAsyncEnumerator<PacketReadResult> packets = connection.ReadAllAsync().GetAsyncEnumerator();
            Assert.That(await packets.MoveNextAsync().AsTask().WaitAsync(Limit), Is.True);
            await connection.DisposeAsync().AsTask().WaitAsync(Limit);
            Assert.That(packets.Current.Packet.Id, Is.EqualTo(1), "valid until the next one is asked for");

            PacketConnectionException? closed = await Assert.ThrowsAsync<PacketConnectionException>(async () => await packets.MoveNextAsync());
            Assert.That(closed!.Reason, Is.EqualTo(PacketCloseReason.Local));
            await packets.DisposeAsync();
        }
    }

    [Test]
    public async Task Enumeration_is_cancelled_by_the_token_of_ReadAllAsync_or_of_GetAsyncEnumerator([Values(0, 1)] int which)
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
