namespace Codec.Tests.Transport;

/// <summary>Tests connections and clients over WebSockets.</summary>
public sealed class WebSocketTests
{
    private static readonly byte[] Packet5 = [2, 0, 5, 0, 1, 2];
    private static readonly byte[] Packet6 = [0, 0, 6, 0];

    [Test]
    public async Task A_reset_during_the_close_frame_is_a_failure_and_not_a_cancellation()
    {
        await using PacketConnection connection = new(new SilentWebSocket(Task.FromException(new OperationCanceledException())));
        PacketConnectionException exception = (await Assert.ThrowsAsync<PacketConnectionException>(async () => await connection.CompleteAsync()))!;
        Assert.That(exception.Reason, Is.EqualTo(PacketCloseReason.Remote));
    }

    [Test]
    public async Task A_client_exchanges_packets_with_a_server([Values] PacketWebSocketMode mode)
    {
        await using WebSocketServer server = new(EchoAsync);
        using PacketClient client = PacketClient.ForWebSocket(new Uri(server.Address, mode.ToString()), mode: mode);
        List<PacketConnectionException> closed = [];
        client.Closed += closed.Add;
        List<uint> received = [];
        client.Connected += () => Assert.That(client.TrySend(5, [1, 2]) && client.TrySend(6, []), Is.True);
        client.Connect();
        PollUntil(client, received, () => received.Count == 2);
        Assert.That((received, closed.Count), Is.EqualTo(((List<uint>)[5, 6], 0)));
    }

    [Test]
    public async Task A_client_reports_ConnectFailed_if_the_server_does_not_listen()
    {
        await using WebSocketServer server = new((_, _) => Task.CompletedTask);
        using PacketClient client = PacketClient.ForWebSocket(new Uri(server.Address, "refused"));
        List<PacketConnectionException> closed = [];
        client.Closed += closed.Add;
        await server.DisposeAsync();
        client.Connect();
        PollUntil(client, [], () => closed.Count == 1);
        Assert.That((closed[0].Reason, closed[0].InnerException is WebSocketException), Is.EqualTo((PacketCloseReason.ConnectFailed, true)));
    }

    [Test]
    public async Task Fragments_of_one_byte_are_reassembled([Values] PacketWebSocketMode mode, [Values] bool isCancelable)
    {
        using WebSocketPair pair = new();
        await using PacketConnection connection = new(pair.Client, mode: mode);
        using CancellationTokenSource source = new();
        Task<List<(uint, int)>> reading = ReadAll(connection, isCancelable ? source.Token : default);
        foreach (byte[] packet in (byte[][])[Packet5, Packet6, Packet5])
        {
            foreach (byte one in packet)
            {
                await pair.Server.SendAsync((byte[])[one], WebSocketMessageType.Binary, endOfMessage: false, CancellationToken.None);
            }

            await pair.Server.SendAsync((byte[])[], WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None);
        }

        await pair.Server.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
        Assert.That(await reading.WaitAsync(Limit), Is.EqualTo((List<(uint, int)>)[(5, 2), (6, 0), (5, 2)]));
    }

    private static IEnumerable<TestCaseData> Rejected()
    {
        yield return Case("trailing bytes", [[.. Packet5, 9]], PacketError.TrailingBytes, 0);
        yield return Case("two packets", [Packet5, [.. Packet5, .. Packet6]], PacketError.TrailingBytes, 6);
        yield return Case("half a payload", [Packet5, Packet5[..5]], PacketError.PayloadTruncated, 6);
        yield return Case("half a header", [Packet5, Packet5[..3]], PacketError.HeaderTruncated, 6);
        yield return Case("nothing", [[]], PacketError.HeaderTruncated, 0);
        yield return Case("too large", [Packet5, [0xFF, 0xFF, 5, 0, 1]], PacketError.PayloadTooLarge, 6);

        static TestCaseData Case(string name, byte[][] messages, PacketError error, long position) =>
            new TestCaseData(messages, error, position).SetArgDisplayNames(name);
    }

    [Test]
    public async Task A_rejected_message_is_shown_to_the_observer([Values] bool isFragmented)
    {
        foreach ((byte[] message, PacketError error, byte[] shown) in ((byte[], PacketError, byte[])[])[
            ([.. Packet5, 9], PacketError.TrailingBytes, Packet5[..5]),
            (Packet5[..5], PacketError.PayloadTruncated, Packet5[..5]),
            (Packet5[..3], PacketError.HeaderTruncated, Packet5[..3]),
            ([], PacketError.HeaderTruncated, []),
        ])
        {
            using WebSocketPair pair = new();
            RejectionObserver observer = new();
            await using PacketConnection connection = new(
                pair.Client, options: new PacketConnectionOptions { Observer = observer }, mode: PacketWebSocketMode.PacketPerMessage);
            await SendAsync(pair.Server, Packet6, isFragmented: false);
            await SendAsync(pair.Server, message, isFragmented);
            await Assert.ThrowsAsync<InvalidPacketException>(() => ReadAll(connection).WaitAsync(Limit));
            Assert.That(observer.Rejections.Single(), Is.EqualTo(((PacketError, string))(error, Convert.ToHexString(shown))));
        }
    }

    [Test]
    public async Task A_text_message_is_shown_to_the_observer_and_counted([Values] PacketWebSocketMode mode)
    {
        using CounterListener counts = CounterListener.Start();
        using WebSocketPair pair = new();
        RejectionObserver observer = new();
        await using PacketConnection connection = new(pair.Client, options: new PacketConnectionOptions { Observer = observer }, mode: mode);
        await pair.Server.SendAsync("{}"u8.ToArray(), WebSocketMessageType.Text, endOfMessage: true, CancellationToken.None);
        await Assert.ThrowsAsync<InvalidPacketException>(() => ReadAll(connection).WaitAsync(Limit));
        Assert.That(observer.Rejections.Single(), Is.EqualTo((PacketError.None, "")));
        Assert.That(counts.Errors(PacketError.None), Is.Positive, "Other tests may count, too.");
    }

    private sealed class RejectionObserver : PacketConnectionObserver
    {
        internal List<(PacketError Error, string Bytes)> Rejections { get; } = [];

        public override void Rejected(PacketConnection connection, PacketError reason, ReadOnlySpan<byte> bytes) =>
            Rejections.Add((reason, Convert.ToHexString(bytes)));
    }

    [TestCaseSource(nameof(Rejected))]
    public async Task A_message_that_is_not_one_packet_is_rejected(byte[][] messages, PacketError error, long position)
    {
        foreach (bool isFragmented in (bool[])[false, true])
        {
            using WebSocketPair pair = new();
            await using PacketConnection connection = new(pair.Client, new PacketFormat(maxPayloadSize: 1000), mode: PacketWebSocketMode.PacketPerMessage);
            List<(uint, int)> received = [];
            Task reading = ReadAll(connection, received);
            try
            {
                foreach (byte[] message in messages)
                {
                    await SendAsync(pair.Server, message, isFragmented);
                }
            }
            catch (WebSocketException) when (isFragmented)
            {
                // The connection can be closed before the last fragment is sent.
            }

            InvalidPacketException? invalid = await Assert.ThrowsAsync<InvalidPacketException>(() => reading.WaitAsync(Limit));
            Assert.That((invalid!.Error, invalid.Position, connection.CloseReason), Is.EqualTo((error, position, PacketCloseReason.InvalidPacket)));
            Assert.That(received, Has.Count.EqualTo(messages.Length - 1), "No part of the message is a packet.");
        }
    }

    [TestCase(2, PacketError.PayloadTruncated)]
    [TestCase(0, PacketError.HeaderTruncated)]
    public async Task A_message_that_does_not_end_after_its_packet_is_ended_by_the_half_packet_timeout(byte payloadSize, PacketError error)
    {
        FakeTimeProvider clock = new();
        using WebSocketPair pair = new();
        PacketConnectionOptions options = new() { HalfPacketTimeout = TimeSpan.FromMilliseconds(400), TimeProvider = clock };
        await using PacketConnection connection = new(pair.Client, options: options, mode: PacketWebSocketMode.PacketPerMessage);
        Task<List<(uint, int)>> reading = ReadAll(connection);
        await pair.Server.SendAsync((byte[])[payloadSize, 0, 5, 0, .. new byte[payloadSize]], WebSocketMessageType.Binary, endOfMessage: false, CancellationToken.None);
        Task sending = Task.Run(async () =>
        {
            while (!reading.IsCompleted)
            {
                await pair.Server.SendAsync((byte[])[], WebSocketMessageType.Binary, endOfMessage: false, CancellationToken.None);
                await Task.Delay(1);
            }
        });
        await clock.UntilAsync(reading);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
        Assert.That(
            (exception!.Reason, (exception.InnerException as InvalidPacketException)?.Error),
            Is.EqualTo((PacketCloseReason.HalfPacketTimeout, (PacketError?)error)));
        await sending.ContinueWith(static _ => { }, TaskScheduler.Default);
    }

    [Test]
    public async Task A_close_frame_after_a_packet_whose_message_has_not_ended_is_an_error()
    {
        using WebSocketPair pair = new();
        await using PacketConnection connection = new(pair.Client, mode: PacketWebSocketMode.PacketPerMessage);
        await pair.Server.SendAsync(Packet5, WebSocketMessageType.Binary, endOfMessage: false, CancellationToken.None);
        await pair.Server.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
        InvalidPacketException? invalid = await Assert.ThrowsAsync<InvalidPacketException>(() => ReadAll(connection).WaitAsync(Limit));
        Assert.That(invalid!.Error, Is.EqualTo(PacketError.PayloadTruncated));
    }

    [Test]
    public async Task A_close_frame_with_an_error_status_is_reported_with_its_status_and_description()
    {
        using WebSocketPair pair = new();
        await using PacketConnection connection = new(pair.Client);
        await SendAsync(pair.Server, Packet5, isFragmented: false);
        await pair.Server.CloseOutputAsync(WebSocketCloseStatus.PolicyViolation, "kicked", CancellationToken.None);
        List<(uint, int)> received = [];
        PacketConnectionException? closed = await Assert.ThrowsAsync<PacketConnectionException>(() => ReadAll(connection, received).WaitAsync(Limit));
        Assert.That((received.Count, closed!.Reason, closed.InnerException!.Message), Is.EqualTo((1, PacketCloseReason.Remote, "The peer closed the WebSocket with status 1008: kicked")));
    }

    [Test]
    public async Task A_peer_that_disconnects_without_a_close_frame_is_reported_with_the_exception()
    {
        using WebSocketPair pair = new();
        await SendAsync(pair.Server, Packet5, isFragmented: false);
        await using PacketConnection connection = new(pair.Client);
        Task reading = ReadAll(connection);
        pair.Server.Abort();
        PacketConnectionException? lost = await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That((lost!.Reason, lost.InnerException is WebSocketException), Is.EqualTo((PacketCloseReason.Remote, true)));
    }

    [Test]
    public async Task A_cancelled_read_loses_nothing([Values] PacketWebSocketMode mode)
    {
        using WebSocketPair pair = new();
        await using PacketConnection connection = new(pair.Client, mode: mode);
        List<(uint, int)> received = [];
        using (CancellationTokenSource cancel = new())
        {
            Task reading = ReadAll(connection, received, cancel.Token);
            await SendAsync(pair.Server, Packet5, isFragmented: false);
            Assert.That(SpinWait.SpinUntil(() => received.Count == 1, Limit), Is.True);
            await cancel.CancelAsync();
            await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), () => reading.WaitAsync(Limit));
        }

        await SendAsync(pair.Server, Packet6, isFragmented: false);
        await pair.Server.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
        await ReadAll(connection, received).WaitAsync(Limit);
        Assert.That(received, Is.EqualTo((List<(uint, int)>)[(5, 2), (6, 0)]));
    }

    [Test]
    public async Task Reads_after_a_failure_return_no_packet_again([Values] PacketWebSocketMode mode)
    {
        using WebSocketPair pair = new();
        await using PacketConnection connection = new(pair.Client, mode: mode);
        using CancellationTokenSource source = new();
        List<(uint, int)> received = [];
        Task reading = ReadAll(connection, received, source.Token);
        await SendAsync(pair.Server, Packet5, isFragmented: false);
        Assert.That(SpinWait.SpinUntil(() => received.Count == 1, Limit), Is.True);
        pair.Server.Abort();
        for (int i = 0; i < 3; i++)
        {
            await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
            reading = ReadAll(connection, received, source.Token);
        }

        await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That(received, Is.EqualTo((List<(uint, int)>)[(5, 2)]));
    }

    [Test]
    public async Task A_peer_that_has_completed_sending_still_receives([Values] PacketWebSocketMode mode)
    {
        using WebSocketPair pair = new();
        await using PacketConnection server = new(pair.Server, mode: mode);
        await using PacketConnection client = new(pair.Client, mode: mode);
        await server.CompleteAsync();
        Assert.That(await ReadAll(client).WaitAsync(Limit), Is.Empty);
        await client.SendAsync(5, [1, 2]);
        await client.CompleteAsync();
        Assert.That(await ReadAll(server).WaitAsync(Limit), Is.EqualTo((List<(uint, int)>)[(5, 2)]));
        Assert.That((client.CloseReason, server.CloseReason), Is.EqualTo((PacketCloseReason.Remote, PacketCloseReason.Local)));
    }

    [Test]
    public async Task A_socket_that_is_connected_after_its_WebSocket_was_cancelled_is_closed()
    {
        TestedBuild.IgnoreIfNetStandard("The socket of a WebSocket is the runtime's.");
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(listener.LocalEndPoint!);
        using Socket peer = await listener.AcceptAsync();
        TaskCompletionSource began = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource<Socket> connecting = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using CancellationTokenSource cancel = new();
        using ClientWebSocket webSocket = new();
        Task opening = WebSocketConnects.ConnectAsync(
            webSocket,
            new Uri("ws://127.0.0.1:1/"),
            (_, _) =>
            {
                began.SetResult();
                return connecting.Task;
            },
            cancel.Token);
        await began.Task.WaitAsync(Limit);
        await cancel.CancelAsync();
        await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), () => opening.WaitAsync(Limit));
        connecting.SetResult(socket);
        Assert.That(await peer.ReceiveAsync(new byte[1], SocketFlags.None).WaitAsync(Limit), Is.Zero);
    }

    [Test]
    public async Task A_silent_peer_is_dropped_if_only_the_token_ends_a_receive()
    {
        FakeTimeProvider clock = new();
        using SilentWebSocket webSocket = new();
        PacketConnectionOptions options = new() { IdleTimeout = TimeSpan.FromSeconds(1), TimeProvider = clock };
        await using PacketConnection connection = new(webSocket, options: options);
        Task reading = ReadAll(connection);
        await clock.UntilAsync(reading);
        PacketConnectionException? dropped = await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
        Assert.That((dropped!.Reason, webSocket.IsAborted), Is.EqualTo((PacketCloseReason.IdleTimeout, true)));
    }

    [Test]
    public async Task Empty_messages_do_not_delay_the_idle_timeout()
    {
        FakeTimeProvider clock = new();
        using WebSocketPair pair = new();
        await using PacketConnection connection = new(
            pair.Client, options: new PacketConnectionOptions { IdleTimeout = TimeSpan.FromSeconds(1), TimeProvider = clock });
        Task reading = ReadAll(connection);
        Task sending = Task.Run(async () =>
        {
            while (!reading.IsCompleted)
            {
                await SendAsync(pair.Server, [], isFragmented: false);
                await Task.Delay(1);
            }
        });
        await clock.UntilAsync(reading);
        PacketConnectionException? dropped = await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
        Assert.That(dropped!.Reason, Is.EqualTo(PacketCloseReason.IdleTimeout));
        await sending.ContinueWith(static _ => { }, TaskScheduler.Default);
    }

    [Test]
    public async Task A_receive_that_continues_after_the_close_frame_was_sent_is_cancelled_after_the_close_timeout([Values] bool isClient)
    {
        FakeTimeProvider clock = new();
        TimeSpan timeout = TimeSpan.FromSeconds(2);
        using SilentWebSocket webSocket = new();
        long start = clock.GetTimestamp();
        if (isClient)
        {
            PacketClientOptions options = new() { CloseTimeout = timeout, TimeProvider = clock };
            using PacketClient client = new(_ => new ValueTask<PacketConnection>(new PacketConnection(webSocket, options: options)), options);
            client.Connect();
            Assert.That(SpinWait.SpinUntil(() => client.State == PacketClientState.Connected && webSocket.IsReceiving, Limit), Is.True);
        }
        else
        {
            PacketConnection connection = new(webSocket, options: new PacketConnectionOptions { CloseTimeout = timeout, TimeProvider = clock });
            Task reading = ReadAll(connection);
            await connection.DisposeAsync();
            _ = reading.ContinueWith(static reading => reading.Exception, TaskScheduler.Default);
            Assert.That(SpinWait.SpinUntil(() => webSocket.IsDisposed, Limit), Is.True);
        }

        await clock.UntilAsync(webSocket.Receive);
        Assert.That((webSocket.Receive.IsCanceled, webSocket.IsDisposed, webSocket.IsAborted), Is.EqualTo((true, true, false)));
        Assert.That(clock.GetElapsedTime(start), Is.AtLeast(timeout), "Cancelling a receive aborts the WebSocket, so the close frame could be lost.");
    }

    [Test]
    public void Invalid_arguments_are_rejected()
    {
        using WebSocketPair pair = new();
        Assert.That(() => new PacketConnection((WebSocket)null!), Throws.ArgumentNullException);
        foreach (string address in (string[])["http://localhost", "localhost:7777", "/chat"])
        {
            Uri uri = new(address, UriKind.RelativeOrAbsolute);
            Assert.That(() => PacketClient.ForWebSocket(uri), Throws.ArgumentException.With.Message.Contains(address));
        }

        Assert.That(() => new PacketConnection(pair.Client, mode: (PacketWebSocketMode)2), Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("2"));
    }

    /// <summary>Sends received packets back, in the mode that the path contains.</summary>
    private static async Task EchoAsync(WebSocket webSocket, string path)
    {
        await using PacketConnection connection = new(webSocket, mode: Enum.Parse<PacketWebSocketMode>(path.Trim('/')));
        await foreach (PacketReadResult result in connection.ReadAllAsync())
        {
            await connection.SendAsync(result.Packet.Id, result.Packet.Payload);
        }
    }

    private static async Task SendAsync(WebSocket webSocket, byte[] message, bool isFragmented)
    {
        if (isFragmented)
        {
            foreach (byte one in message)
            {
                await webSocket.SendAsync((byte[])[one], WebSocketMessageType.Binary, endOfMessage: false, CancellationToken.None);
            }

            message = [];
        }

        await webSocket.SendAsync(message, WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None);
    }

    private static async Task<List<(uint Id, int Size)>> ReadAll(PacketConnection connection, CancellationToken cancellationToken = default)
    {
        List<(uint Id, int Size)> received = [];
        await ReadAll(connection, received, cancellationToken);
        return received;
    }

    private static async Task ReadAll(PacketConnection connection, List<(uint Id, int Size)> received, CancellationToken cancellationToken = default)
    {
        await foreach (PacketReadResult result in connection.ReadAllAsync(cancellationToken))
        {
            received.Add((result.Packet.Id, result.Packet.PayloadSize));
        }
    }

    private static void PollUntil(PacketClient client, List<uint> received, Func<bool> isDone)
    {
        PacketRoutes<List<uint>> routes = new PacketRoutes<List<uint>>().AddDefault(static (ids, in packet) => ids.Add(packet.Id));
        using PacketDispatcher<List<uint>> dispatcher = new(routes, received, PacketDirections.ToClient);
        Stopwatch time = Stopwatch.StartNew();
        SpinWait wait = default;
        while (!isDone())
        {
            Assert.That(time.Elapsed, Is.LessThan(Limit));
            client.Poll(dispatcher);
            wait.SpinOnce();
        }
    }
}
