namespace Codec.Tests.Transport;

/// <content>Sending packets.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task Cancelling_a_send_ends_its_wait_but_the_packet_is_still_sent()
    {
        (PacketConnection connection, Socket peer) = await Connect(new PacketConnectionOptions { SendLimit = 1000 });
        using CancellationTokenSource cancel = new(TimeSpan.FromMilliseconds(500));
        byte[] payload = new byte[50_000];
        int sent = 0;
        await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), async () =>
        {
            while (true)
            {
                sent++;
                await connection.SendAsync(1, payload, cancel.Token);
            }
        });

        await using PacketConnection receiver = new(peer);
        int received = 0;
        await foreach (PacketReadResult _ in receiver.ReadAllAsync())
        {
            if (++received == sent)
            {
                break;
            }
        }

        Assert.That(received, Is.EqualTo(sent));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Send_after_a_reset_names_the_error_of_the_socket()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        peer.LingerState = new LingerOption(true, 0);
        peer.Dispose();

        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(async () =>
        {
            await connection.SendAsync(1, new byte[10]);
            await connection.FlushAsync();
        });

        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.Remote));
        Assert.That(exception.InnerException, Is.TypeOf<IOException>());
        Assert.That(
            (exception.InnerException!.InnerException as SocketException)?.SocketErrorCode,
            Is.AnyOf(SocketError.ConnectionReset, SocketError.ConnectionAborted, SocketError.Shutdown));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Payload_writer_that_throws_sends_nothing_and_the_next_packet_is_sent()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        await using PacketConnection receiver = new(peer);
        await connection.SendAsync(1, new byte[100]);
        CallingPayloadWriter throwing = new(static () => throw new HandlerException());
        await Assert.ThrowsAsync<HandlerException>(async () => await connection.SendAsync(new ValuePacket<int>(2, 1000, throwing)));
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.None));
        await connection.SendAsync(3, []);
        await connection.CompleteAsync();

        List<(uint, int)> received = [];
        await foreach (PacketReadResult result in receiver.ReadAllAsync(new CancellationTokenSource(Limit).Token))
        {
            received.Add((result.Packet.Id, result.Packet.PayloadSize));
        }

        Assert.That(received, Is.EqualTo((List<(uint, int)>)[(1, 100), (3, 0)]));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task Packet_whose_id_throws_when_it_is_read_again_is_either_sent_or_not_accepted([Values] bool isObserved)
    {
        for (int reads = 0; reads < 4; reads++)
        {
            using MemoryStream received = new();
            Pipe there = new();
            PacketConnectionOptions options = new() { Observer = isObserved ? new ThrowingObserver(static () => { }) : null };
            await using PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, there.Writer), options: options);
            bool isAccepted = true;
            try
            {
                await connection.SendAsync(new FickleIdPacket(reads));
            }
            catch (HandlerException)
            {
                isAccepted = false;
            }

            await connection.SendAsync(8, []);
            await connection.CompleteAsync();
            await there.Reader.CopyToAsync(received);
            Assert.That(received.ToArray(), Is.EqualTo(isAccepted ? (byte[])[1, 0, 7, 0, 0, 0, 0, 8, 0] : [0, 0, 8, 0]), $"{reads} reads");
        }
    }

    [Test]
    public async Task NoDelay_is_set_on_tcp_sockets([Values] bool isDelayedBefore)
    {
        (Socket client, Socket server) = await ConnectSockets();
        client.NoDelay = !isDelayedBefore;
        await using PacketConnection connection = new(client);
        Assert.That(client.NoDelay, Is.True);
        server.Dispose();
    }

    /// <summary>A packet of one byte whose id can be read only a number of times.</summary>
    private sealed class FickleIdPacket(int reads) : IPacket
    {
        private int _left = reads;

        public uint Id => _left-- > 0 ? 7u : throw new HandlerException();

        public int GetMaxByteCount() => 1;

        public bool TryWrite(Span<byte> destination, out int written)
        {
            destination.Slice(0, Math.Min(1, destination.Length)).Clear();
            written = 1;
            return !destination.IsEmpty;
        }
    }
}
