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
