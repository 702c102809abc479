namespace Codec.Tests.Transport;

/// <content>Peers that disconnect, become silent or send invalid bytes.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task A_stream_that_cancels_its_own_read_fails_the_connection([Values] bool hasToken, [Values] bool streamHasToken)
    {
        OperationCanceledException timeout = streamHasToken ? new OperationCanceledException(new CancellationToken(true)) : new TaskCanceledException();
        await using PacketConnection connection = new(new DelegatedReadStream(_ => Task.FromException<int>(timeout)));
        using CancellationTokenSource unused = new();
        Task<int> reading = ReadAll(connection, hasToken ? unused.Token : default);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That((exception!.Reason, connection.CloseReason), Is.EqualTo((PacketCloseReason.Remote, PacketCloseReason.Remote)));
        Assert.That(exception.InnerException, Is.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public async Task Half_closed_peer_that_still_reads_receives_every_packet()
    {
        (PacketConnection connection, Socket peer) = await Connect();

        // The connection is created before the shutdown. After it, .NET regards the socket as not connected.
        await using PacketConnection receiver = new(peer);
        peer.Send([0, 0, 1, 0]);
        peer.Shutdown(SocketShutdown.Send);
        Assert.That(await ReadAll(connection).WaitAsync(Limit), Is.EqualTo(1));

        for (int i = 0; i < 100; i++)
        {
            await connection.SendAsync(2, new byte[1000]);
        }

        await connection.DisposeAsync();
        Assert.That(await ReadAll(receiver).WaitAsync(Limit), Is.EqualTo(100));
    }

    [Test]
    public async Task Stream_with_its_own_buffer_is_flushed()
    {
        (Socket client, Socket server) = await ConnectSockets();
#pragma warning disable CA2000 // The connection owns it.
        await using PacketConnection connection = new(new BufferedStream(new NetworkStream(client, ownsSocket: true)));
#pragma warning restore CA2000
        await using PacketConnection receiver = new(server);
        await connection.SendAsync(5, new byte[10]);
        await foreach (PacketReadResult result in receiver.ReadAllAsync(new CancellationTokenSource(Limit).Token))
        {
            Assert.That(result.Packet.Id, Is.EqualTo(5));
            break;
        }
    }
}
