namespace Codec.Tests.Transport;

/// <summary>Tests a client over TCP whose server is simulated by the test.</summary>
public sealed class PacketClientSocketTests
{
    private readonly List<(uint Id, byte[] Payload)> _received = [];
    private readonly List<PacketConnectionException> _closed = [];
    private Socket? _listener;
    private PacketClient? _client;
    private PacketDispatcher<PacketClientSocketTests>? _dispatcher;
    private Socket? _peer;

    [SetUp]
    public void Listen()
    {
        _received.Clear();
        _closed.Clear();
        _listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(1);
        PacketRoutes<PacketClientSocketTests> routes = new PacketRoutes<PacketClientSocketTests>()
            .AddDefault(static (test, in packet) => test._received.Add((packet.Id, packet.Payload.ToArray())));
        _dispatcher = new PacketDispatcher<PacketClientSocketTests>(routes, this, PacketDirections.ToClient);
    }

    [TearDown]
    public void Stop()
    {
        _client?.Dispose();
        _dispatcher!.Dispose();
        _peer?.Dispose();
        _listener!.Dispose();
    }

    [Test]
    public void Packets_are_sent_and_received([Values("127.0.0.1", "localhost", "::ffff:127.0.0.1")] string host)
    {
        Socket peer = Connect(PacketClient.ForTcp(host, Port));
        Assert.That(_client!.TrySend(5, [1, 2]), Is.True);
        byte[] packet = ReadExactly(peer, 6);
        Assert.That(packet, Is.EqualTo((byte[])[2, 0, 5, 0, 1, 2]));
        peer.Send(packet);
        PollUntil(() => _received.Count == 1);
        Assert.That((_received[0].Id, _received[0].Payload), Is.EqualTo((5u, (byte[])[1, 2])));
        Assert.That(_closed, Is.Empty);
    }

    [Test]
    public void Connecting_to_a_server_that_does_not_listen_reports_the_socket_error()
    {
        int port = Port;
        _listener!.Dispose();
        Start(PacketClient.ForTcp("127.0.0.1", port));
        PollUntil(() => _closed.Count == 1);
        Assert.That((_closed[0].Reason, (_closed[0].InnerException as SocketException)?.SocketErrorCode), Is.EqualTo((PacketCloseReason.ConnectFailed, SocketError.ConnectionRefused)));
    }

    [Test]
    public void An_end_of_stream_after_a_complete_packet_has_the_close_reason_Remote([Values] bool isHalf)
    {
        Socket peer = Connect(PacketClient.ForTcp("127.0.0.1", Port));
        peer.Send([0, 0, 5, 0]);
        if (isHalf)
        {
            peer.Shutdown(SocketShutdown.Send);
        }
        else
        {
            peer.Dispose();
        }

        PollUntil(() => _closed.Count == 1);
        Assert.That((_received.Count, _closed[0].Reason, _closed[0].InnerException), Is.EqualTo((1, PacketCloseReason.Remote, (Exception?)null)));
        if (isHalf)
        {
            Assert.That(peer.Receive(new byte[1]), Is.Zero, "The client closes its side too.");
        }
    }

    [Test]
    public async Task Receiving_stops_at_the_receive_limit_and_continues_after_polling()
    {
        const int ReceiveLimit = 50_000;
        const int Packets = 2000;
        PacketClientOptions options = new() { ReceiveLimit = ReceiveLimit };
        Socket peer = Connect(new PacketClient(
            async cancellation =>
            {
                Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = 20_000 };
                await socket.ConnectAsync((IPEndPoint)_listener!.LocalEndPoint!);
                return new PacketConnection(socket, options: options);
            },
            options));
        peer.SendBufferSize = 20_000;
        byte[] packet = new byte[1000];
        packet[0] = 996 & 255;
        packet[1] = 996 >> 8;
        int sent = 0;
        Task sending = Task.Run(() =>
        {
            for (int i = 0; i < Packets; i++)
            {
                packet[4] = (byte)i;
                peer.Send(packet);
                Volatile.Write(ref sent, i);
            }
        });

        int before = -1;
        Assert.That(SpinWait.SpinUntil(() => before == (before = Volatile.Read(ref sent)) && Wait(), Limit), Is.True);
        Assert.That(sending.IsCompleted, Is.False, "The buffers and half of the limit are full.");
        Assert.That(before, Is.LessThan(Packets / 2));

        // A poll ends after as many bytes as the limit, and what it takes makes room.
        Assert.That(_client!.Poll(_dispatcher!), Is.InRange(1, ReceiveLimit / 1000));
        PollUntil(() => _received.Count == Packets);
        await sending.WaitAsync(Limit);
        Assert.That(_received.Select((one, i) => one.Payload.Length == 996 && one.Payload[0] == (byte)i).All(isRight => isRight), Is.True);
    }

    [Test]
    public async Task TrySend_fails_if_the_server_does_not_read_and_every_accepted_packet_arrives()
    {
        Socket peer = Connect(PacketClient.ForTcp("127.0.0.1", Port, options: new PacketClientOptions { SendLimit = 100_000 }));
        byte[] payload = new byte[10_000];
        int accepted = 0;
        int refused = 0;
        while (refused < 3)
        {
            // The socket's buffers hold some of the packets.
            if (_client!.TrySend(5, payload))
            {
                accepted++;
            }
            else
            {
                refused++;
                Thread.Yield();
            }
        }

        _client!.Dispose();
        using NetworkStream stream = new(peer);
        await using PacketReader reader = new(stream);
        int read = 0;
        while (await reader.ReadPacketAsync().AsTask().WaitAsync(Limit) is { HasPacket: true } result)
        {
            Assert.That(result.Packet.PayloadSize, Is.EqualTo(payload.Length));
            read++;
        }

        Assert.That(read, Is.EqualTo(accepted), "What was accepted is sent after the client was disposed.");
    }

    [Test]
    public void Accepted_packets_arrive_after_disposing_though_the_client_has_not_read_what_the_server_sent()
    {
        _listener!.ReceiveBufferSize = 4096;
        Socket socket = Connect(Unread);
        _peer!.Send(new byte[64 * 1024]);
        int sent = Send();
        _client!.Dispose();
        Assert.That(SpinWait.SpinUntil(() => IsClosed(socket), 500), Is.False, "It waits for the server's end.");

        ReadExactly(_peer, sent);
        Assert.That(_peer.Receive(new byte[1]), Is.Zero);
        _peer.Dispose();
        Assert.That(SpinWait.SpinUntil(() => IsClosed(socket), Limit), Is.True);
    }

    [Test]
    public async Task Accepted_packets_arrive_after_disposing_at_a_server_that_reads_only_after_it_has_sent()
    {
        Connect(Unread);

        // Not zeros, which are five million packets and take the client seconds on a busy machine.
        byte[] served = new byte[20_000_000];
        for (int packet = 0; packet < served.Length; packet += 10_000)
        {
            BinaryPrimitives.WriteUInt16LittleEndian(served.AsSpan(packet), 10_000 - PacketHeader.ByteCount);
        }

        Task serving = Task.Run(() => _peer!.Send(served));
        int sent = Send();
        _client!.Dispose();
        await serving.WaitAsync(Limit);
        ReadExactly(_peer!, sent);
        Assert.That(_peer!.Receive(new byte[1]), Is.Zero);
    }

    [Test]
    public void A_server_that_does_not_end_its_side_delays_closing_by_at_most_the_close_timeout()
    {
        FakeTimeProvider clock = new();
        Socket socket = Connect(new PacketClientOptions { TimeProvider = clock });
        _client!.Dispose();
        Assert.That(_peer!.Receive(new byte[1]), Is.Zero, "The end is sent at once.");
        clock.Advance(PacketClientOptions.Default.CloseTimeout - PassingTime.Step);
        Assert.That(IsClosed(socket), Is.False);
        clock.Advance(PassingTime.Step);
        Assert.That(IsClosed(socket), Is.True);
    }

    [Test]
    public async Task A_server_that_does_not_stop_sending_is_reset_before_the_close_timeout()
    {
        Connect(new PacketClientOptions { TimeProvider = new FakeTimeProvider() });
        _client!.Dispose();
        Task sending = Task.Run(() =>
        {
            while (true)
            {
                _peer!.Send(new byte[1 << 20]);
            }
        });
        await Assert.ThrowsAsync<SocketException>(() => sending.WaitAsync(Limit));
    }

    [Test]
    public void A_server_that_has_ended_its_side_does_not_delay_closing([Values] bool isReset, [Values] bool beforeDisposing)
    {
        Socket socket = Connect(new PacketClientOptions { TimeProvider = new FakeTimeProvider() });
        if (!beforeDisposing)
        {
            _client!.Dispose();
            Assert.That(_peer!.Receive(new byte[1]), Is.Zero);
        }

        if (isReset)
        {
            _peer!.LingerState = new LingerOption(true, 0);
            _peer.Dispose();
        }
        else
        {
            _peer!.Shutdown(SocketShutdown.Send);
        }

        if (beforeDisposing)
        {
            PollUntil(() => _closed.Count == 1);
            Assert.That((_closed[0].Reason, _closed[0].InnerException is IOException), Is.EqualTo((PacketCloseReason.Remote, isReset)));
        }

        Assert.That(SpinWait.SpinUntil(() => IsClosed(socket), Limit), Is.True);
    }

    [Test]
    public void A_stream_that_cannot_end_its_direction_is_closed_at_once()
    {
        GatedStream stream = new();
        Start(new PacketClient(_ => new ValueTask<PacketConnection>(new PacketConnection(stream))));
        _client!.Dispose();
        Assert.That(SpinWait.SpinUntil(() => stream.IsClosed, Limit), Is.True, "The peer sees the end only then.");
    }

    [Test]
    public void A_peer_that_does_not_read_delays_closing_by_at_most_the_close_timeout()
    {
        FakeTimeProvider clock = new();
        GatedStream stream = new();
        PacketClientOptions options = new() { TimeProvider = clock };
        Start(new PacketClient(_ => new ValueTask<PacketConnection>(new PacketConnection(stream, options: options)), options));
        Assert.That(_client!.TrySend(5, []), Is.True);
        _client.Dispose();
        Assert.That(SpinWait.SpinUntil(() => stream.IsClosed, 200), Is.False);
        Assert.That(SpinWait.SpinUntil(() => PassStep(clock) && stream.IsClosed, Limit), Is.True);
        Assert.That(clock.GetUtcNow() - clock.Start, Is.AtLeast(options.CloseTimeout));
    }

    [Test]
    public void A_packet_larger_than_the_send_limit_is_accepted_if_no_other_packet_waits()
    {
        Socket peer = Connect(PacketClient.ForTcp("127.0.0.1", Port, options: new PacketClientOptions { SendLimit = 1 }));
        Assert.That(_client!.TrySend(5, new byte[1000]), Is.True);
        Assert.That(ReadExactly(peer, 1004)[2], Is.EqualTo(5));
    }

    [Test]
    public async Task Packets_from_concurrent_threads_arrive_complete_and_in_order()
    {
        Socket peer = Connect(PacketClient.ForTcp("127.0.0.1", Port));
        Task[] senders = [.. Enumerable.Range(0, 4).Select(thread => Task.Run(() =>
        {
            for (int i = 0; i < 500; i++)
            {
                SpinWait.SpinUntil(() => _client!.TrySend((uint)thread, new byte[i]));
            }
        }))];
        using NetworkStream stream = new(peer);
        await using PacketReader reader = new(stream);
        int[] next = new int[4];
        for (int i = 0; i < 2000; i++)
        {
            PacketReadResult result = await reader.ReadPacketAsync().AsTask().WaitAsync(Limit);
            Assert.That(result.Packet.PayloadSize, Is.EqualTo(next[result.Packet.Id]++));
        }

        await Task.WhenAll(senders);
    }

    [Test]
    public void Disposing_ends_the_connection_though_the_client_was_never_polled()
    {
        using (PacketClient client = PacketClient.ForTcp("127.0.0.1", Port))
        {
            client.Connect();
            Assert.That(SpinWait.SpinUntil(() => client.State == PacketClientState.Connected, Limit), Is.True);
        }

        using Socket accepted = _listener!.Accept();
        accepted.ReceiveTimeout = (int)Limit.TotalMilliseconds;
        Assert.That(accepted.Receive(new byte[1]), Is.Zero);
    }

    [Test]
    public void Closing_while_a_WebSocket_connects_closes_the_TCP_connection([Values] bool afterRequest)
    {
        TestedBuild.IgnoreIfNetStandard("The socket of a WebSocket is the runtime's.");
        for (int i = 0; i < 10; i++)
        {
            using PacketClient client = PacketClient.ForWebSocket(new Uri($"ws://127.0.0.1:{Port}/"));
            client.Connect();
            if (afterRequest)
            {
                using Socket accepted = _listener!.Accept();
                Assert.That(accepted.Receive(new byte[1]), Is.EqualTo(1));
                client.Close();
                ReadToEnd(accepted);
            }
        }

        // A connection that was closed early enough is never made.
        while (_listener!.Poll(500_000, SelectMode.SelectRead))
        {
            using Socket accepted = _listener.Accept();
            ReadToEnd(accepted);
        }
    }

    private static PacketClientOptions Unread { get; } = new() { ReceiveLimit = 1, SendLimit = 1_000_000 };

    private int Port => ((IPEndPoint)_listener!.LocalEndPoint!).Port;

    private void Start(PacketClient client)
    {
        _client = client;
        client.Closed += _closed.Add;
        client.Connect();
    }

    private Socket Connect(PacketClient client)
    {
        Start(client);
        _peer = _listener!.Accept();
        PollUntil(() => client.State == PacketClientState.Connected);
        return _peer;
    }

    /// <summary>Connects a client over a socket that the test can inspect.</summary>
    /// <returns>The client's socket.</returns>
    private Socket Connect(PacketClientOptions options)
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Connect(_listener!.LocalEndPoint!);
        Connect(new PacketClient(_ => new ValueTask<PacketConnection>(new PacketConnection(socket, options: options)), options));
        _peer!.ReceiveTimeout = (int)Limit.TotalMilliseconds;
        return socket;
    }

    /// <summary>Reads until the client has closed or reset the connection.</summary>
    private static void ReadToEnd(Socket socket)
    {
        socket.ReceiveTimeout = (int)Limit.TotalMilliseconds;
        try
        {
            while (socket.Receive(new byte[1000]) > 0)
            {
            }
        }
        catch (SocketException exception)
        {
            Assert.That(exception.SocketErrorCode, Is.EqualTo(SocketError.ConnectionReset));
        }
    }

    /// <summary>Sends packets.</summary>
    /// <returns>The number of bytes.</returns>
    private int Send()
    {
        const int Packets = 50;
        byte[] payload = new byte[9_996];
        for (int i = 0; i < Packets; i++)
        {
            Assert.That(_client!.TrySend(5, payload), Is.True);
        }

        return Packets * (payload.Length + 4);
    }

    private static bool Wait()
    {
        Thread.Sleep(100);
        return true;
    }

    private static bool PassStep(FakeTimeProvider clock)
    {
        clock.Advance(PassingTime.Step);
        return true;
    }

    private static bool IsClosed(Socket socket)
    {
        try
        {
            return socket.Available < 0;
        }
        catch (ObjectDisposedException)
        {
            return true;
        }
    }

    private void PollUntil(Func<bool> isDone)
    {
        Stopwatch time = Stopwatch.StartNew();
        SpinWait wait = default;
        while (!isDone())
        {
            Assert.That(time.Elapsed, Is.LessThan(Limit));
            _client!.Poll(_dispatcher!);
            wait.SpinOnce();
        }
    }

    private static byte[] ReadExactly(Socket socket, int count)
    {
        byte[] bytes = new byte[count];
        for (int read = 0; read < count;)
        {
            int more = socket.Receive(bytes, read, count - read, SocketFlags.None);
            Assert.That(more, Is.GreaterThan(0));
            read += more;
        }

        return bytes;
    }
}
