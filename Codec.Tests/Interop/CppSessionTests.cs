using Codec.Sessions;
using Codec.Tests.Asking;
using Codec.Tests.Sessions;

namespace Codec.Tests.Interop;

/// <summary>Tests sessions against those of C++, in a separate process: cpp/tests/live/session_peer.cpp says what it does.</summary>
internal sealed class CppSessionTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private Process? _peer;

    [TearDown]
    public void Stop()
    {
        if (_peer is { HasExited: false })
        {
            _peer.Kill();
        }

        _peer?.Dispose();
        _peer = null;
    }

    [Test]
    public async Task A_client_in_Cpp_asks_answers_measures_and_leaves([Values("connection", "poll")] string kind)
    {
        using PacketListener listener = Listen();
        Start(kind, "10000", "1", "2", Port(listener), "7");
        await using PacketConnection connection = await listener.AcceptAsync().WaitAsync(Limit);
        await connection.Session!.OpenAsync().WaitAsync(Limit);
        Task serving = SessionPair.Run(connection, Routes());
        Assert.That((await Ask(connection.Session, 21)).Value, Is.EqualTo(42));
        Assert.That(await ReadToEnd(), Is.EqualTo((string[])["connected C#", "answer 0 40", "closed Local "]));
        PacketConnectionException? end = await Assert.ThrowsAsync<PacketConnectionException>(() => serving.WaitAsync(Limit));
        Assert.That(end!.Reason, Is.EqualTo(PacketCloseReason.Remote));
        Assert.That(connection.Session.PeerLeave, Is.EqualTo(((ushort)301, "done")));
        Assert.That(connection.Session.Peer.Version, Is.EqualTo("C++"));
        Assert.That((connection.Session.UnexpectedAnswers, connection.Session.IgnoredPackets), Is.EqualTo((0L, 0L)));
    }

    [TestCase("connection", "1", "8", "no ticket")]
    [TestCase("poll", "1", "8", "no ticket")]
    [TestCase("connection", "5", "7", "C++")]
    public async Task A_client_in_Cpp_learns_why_it_is_refused(string kind, string protocol, string ticket, string text)
    {
        using PacketListener listener = Listen();
        Start(kind, "10000", protocol, "2", Port(listener), ticket);
        await using PacketConnection connection = await listener.AcceptAsync().WaitAsync(Limit);
        Task serving = SessionPair.Run(connection, Routes());
        string[] lines = await ReadToEnd();
        Assert.That(lines, Has.Length.EqualTo(1));
        Assert.That(lines[0], Does.StartWith("closed ").And.Contains(text));
        await serving.ContinueWith(static _ => { }, TaskScheduler.Default).WaitAsync(Limit);
        Assert.That(connection.Session!.IsOpen, Is.False);
    }

    [Test]
    public async Task A_server_in_Cpp_asks_answers_measures_and_leaves()
    {
        await using PacketConnection connection = await PacketConnection.ConnectAsync(StartServer(), options: Options()).WaitAsync(Limit);
        TaskCompletionSource<uint> asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        PacketRoutes<PacketConnection> routes = new();
        routes.AddCount((PacketConnection state, in Count count) =>
        {
            _ = state.Session!.Answer(new Total { Value = 2 * count.Value });
            _ = asked.TrySetResult(count.Value);
        });
        Task reading = SessionPair.Run(connection, routes);
        Assert.That(connection.Session!.Peer.Version, Is.EqualTo("C++"));
        Total[] totals = await Task.WhenAll(Enumerable.Range(1, 100).Select(i => Ask(connection.Session, (uint)i)));
        Assert.That(totals.Select(total => total.Value), Is.EqualTo(Enumerable.Range(1, 100).Select(i => (uint)(2 * i))));
        Assert.That(await asked.Task.WaitAsync(Limit), Is.EqualTo(20));
        Assert.That(() => connection.Session.RoundTripTime, Is.GreaterThan(TimeSpan.Zero).After((int)Limit.TotalMilliseconds, 10));

        Assert.That(async () => await Ask(connection.Session, 0), Throws.InstanceOf<Exception>());
        PacketConnectionException? end = await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That((end!.Reason, connection.Session.PeerLeave), Is.EqualTo((PacketCloseReason.Remote, ((ushort)300, "bye"))));
        Assert.That(end.Message, Does.Contain("bye"));
        Assert.That(await ReadLine(), Is.EqualTo("connected C#"));
        Assert.That(await ReadLine(), Is.EqualTo("answer 0 40"));
        Assert.That(await ReadLine(), Is.EqualTo("closed Local "));
    }

    [Test]
    public async Task A_server_in_Cpp_says_why_it_refuses()
    {
        IPEndPoint server = StartServer();
        PacketConnectionException? refused = await Assert.ThrowsAsync<PacketConnectionException>(
            () => PacketConnection.ConnectAsync(server, options: Options(ticket: 8)).WaitAsync(Limit));
        Assert.That((refused!.Refusal, refused.Message.Contains("no ticket", StringComparison.Ordinal)), Is.EqualTo((RefusalReason.Refused, true)));
        refused = await Assert.ThrowsAsync<PacketConnectionException>(
            () => PacketConnection.ConnectAsync(server, options: Options(toClient: 3)).WaitAsync(Limit));
        Assert.That(refused!.Refusal, Is.EqualTo(RefusalReason.ProtocolMismatch));
    }

    [Test]
    public void A_PacketClient_asks_a_server_in_Cpp()
    {
        IPEndPoint server = StartServer();
        PacketConnectionOptions options = Options();
        using PacketClient client = PacketClient.ForTcp("127.0.0.1", server.Port, options: new PacketClientOptions { Session = options.Session });
        PacketRoutes<PacketClient> routes = new();
        routes.AddCount((PacketClient state, in Count count) => state.Session!.Answer(new Total { Value = 2 * count.Value }));
        using PacketDispatcher<PacketClient> dispatcher = new(routes, client, PacketDirections.Both);
        List<string> events = [];
        client.Closed += end => events.Add($"closed {end.Reason}");
        client.Connect();
        Poll(() => client.State == PacketClientState.Connected);
        PacketSession session = client.Session!;
        Task<Total> answer = session.AskAsync(new Count { Value = 4 }).AsTask();
        Poll(() => answer.IsCompleted);
        Assert.That(answer.Result.Value, Is.EqualTo(8));
        Task<Total> last = session.AskAsync(new Count { Value = 0 }).AsTask();
        Poll(() => events.Count > 0);
        Assert.That(async () => await last.WaitAsync(Limit), Throws.InstanceOf<Exception>());
        Assert.That((events[0], session.PeerLeave), Is.EqualTo(("closed Remote", ((ushort)300, "bye"))));
        client.Close();

        void Poll(Func<bool> isDone)
        {
            for (var watch = Stopwatch.StartNew(); !isDone(); Thread.Sleep(1))
            {
                _ = client.Poll(dispatcher);
                Assert.That(watch.Elapsed, Is.LessThan(Limit));
            }
        }
    }

    [Test]
    public async Task A_stop_of_the_process_ends_no_session_whose_peer_kept_sending([Values("server", "connection", "poll")] string kind)
    {
        // Shorter than the stop, and long enough for a busy machine.
        const string Timeout = "2000";
        using PacketListener listener = Listen();
        if (kind != "server")
        {
            Start(kind, Timeout, "1", "2", Port(listener), "7");
        }

        await using PacketConnection connection = kind != "server" ? await listener.AcceptAsync().WaitAsync(Limit)
            : await PacketConnection.ConnectAsync(StartServer(Timeout), options: Options()).WaitAsync(Limit);
        await connection.Session!.OpenAsync().WaitAsync(Limit);
        using PacketDispatcher<PacketConnection> dispatcher = new(Routes(), connection, PacketDirections.Both);
        Task running = connection.RunAsync(dispatcher);
        await NextPongs();
        ProcessStop.Stop(_peer!);
        await Task.Delay(2500);
        ProcessStop.Continue(_peer!);
        await NextPongs();
        Assert.That((running.IsCompleted, (await Ask(connection.Session, 21)).Value), Is.EqualTo((false, 42u)));

        // A pong has 20 bytes, and comes each 20 ms.
        async Task NextPongs()
        {
            long end = connection.Received.Received + 400;
            for (var watch = Stopwatch.StartNew(); connection.Received.Received < end && !running.IsCompleted; await Task.Delay(5))
            {
                Assert.That(watch.Elapsed, Is.LessThan(Limit));
            }
        }
    }

    [Test]
    public async Task A_client_in_Cpp_continues_after_cuts([Values("connection", "poll")] string kind)
    {
        using PacketListener listener = Listen(TimeSpan.FromSeconds(20));
        Start("resume-" + kind, "10000", "1", "2", Port(listener), "7");
        await using PacketConnection connection = await listener.AcceptAsync().WaitAsync(Limit);
        await connection.Session!.OpenAsync().WaitAsync(Limit);
        Task serving = SessionPair.Run(connection, Routes());
        Task<PacketConnection> accepting = listener.AcceptAsync();
        await AskAndCut(connection);
        Assert.That(await ReadToEnd(), Is.EqualTo((string[])["connected C#", "answer 0 40", "closed Local "]));
        await Assert.ThrowsAsync<PacketConnectionException>(() => serving.WaitAsync(Limit));
        Assert.That(connection.Session.PeerLeave, Is.EqualTo(((ushort)300, "bye")));
        Assert.That(accepting.IsCompleted, Is.False, "a cut is no connection of the application");
        listener.Dispose();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => accepting.WaitAsync(Limit));
    }

    [Test]
    public async Task A_server_in_Cpp_continues_after_cuts()
    {
        PacketConnectionOptions options = Options(resume: TimeSpan.FromSeconds(20));
        await using PacketConnection connection = await PacketConnection.ConnectAsync(StartServer(kind: "resume-server"), options: options).WaitAsync(Limit);
        Task reading = SessionPair.Run(connection, Routes());
        await AskAndCut(connection);
        await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That(connection.Session!.PeerLeave, Is.EqualTo(((ushort)300, "bye")));
    }

    [TestCaseSource(typeof(ProxyServerTests), nameof(ProxyServerTests.Proxies))]
    public async Task A_listener_in_Cpp_knows_the_client_of_a_proxy(string program, string option)
    {
        using ProxyServer proxy = new(program, option, StartServer(kind: "proxied-server"));
        for (int i = 0; i < 3; i++)
        {
            using Socket socket = await proxy.ConnectAsync();
            string client = $"from {socket.LocalEndPoint}";
            await using PacketConnection connection = new(socket, options: Options());
            await connection.Session!.OpenAsync().WaitAsync(Limit);
            Task reading = SessionPair.Run(connection, Routes());
            Assert.That((await Ask(connection.Session, 21)).Value, Is.EqualTo(42));
            string? line;
            do
            {
                line = await ReadLine();
            }
            while (line?.StartsWith("from ", StringComparison.Ordinal) == false);
            Assert.That(line, Is.EqualTo(client));
            connection.Session.Close();
            await reading.WaitAsync(Limit);
        }
    }

    /// <summary>Asks during cuts, and then lets the peer leave.</summary>
    private static async Task AskAndCut(PacketConnection connection)
    {
        ResumableTransport transport = (ResumableTransport)connection.Transport;
        Assert.That((await Ask(connection.Session!, 1)).Value, Is.EqualTo(2));
        Assert.That(() => transport.IsOpening, Is.False.After((int)Limit.TotalMilliseconds, 1));
        for (uint i = 2; i <= 200; i++)
        {
            Task<Total>[] asks = [.. Enumerable.Range(0, 10).Select(_ => Ask(connection.Session!, i))];
            transport.Socket?.Close();
            Assert.That((await Task.WhenAll(asks)).Select(total => total.Value), Is.All.EqualTo(2 * i));
        }

        // Pongs that waited for a connection can come after 16 further pings, and are ignored then.
        Assert.That(connection.Session!.UnexpectedAnswers, Is.Zero);
        Assert.That(async () => await Ask(connection.Session, 0), Throws.InstanceOf<Exception>());
    }

    private static PacketListener Listen(TimeSpan? resume = null) =>
        new(new IPEndPoint(IPAddress.Loopback, 0), options: Options(isServer: true, resume: resume));

    private static PacketConnectionOptions Options(bool isServer = false, byte ticket = 7, ulong toClient = 2, TimeSpan? resume = null) => SessionPair.Options(new PacketSessionOptions
    {
        ResumeTimeout = resume ?? Timeout.InfiniteTimeSpan,
        IsServer = isServer,
        Protocol = new PacketProtocol(1, toClient),
        Version = "C#",
        Token = new[] { ticket },
        HeartbeatInterval = TimeSpan.FromMilliseconds(20),
        HeartbeatTimeout = TimeSpan.FromSeconds(10),
        Accept = hello => hello.Token.Span.SequenceEqual((byte[])[7]) ? hello.Welcome() : hello.Refuse(RefusalReason.Refused, "no ticket"),
    });

    private static string Port(PacketListener listener) => ((IPEndPoint)listener.EndPoint).Port.ToString(CultureInfo.InvariantCulture);

    private static PacketRoutes<PacketConnection> Routes()
    {
        PacketRoutes<PacketConnection> routes = new();
        routes.AddCount((PacketConnection state, in Count count) => state.Session!.Answer(new Total { Value = 2 * count.Value }));
        return routes;
    }

    private static Task<Total> Ask(PacketSession session, uint value) => session.AskAsync(new Count { Value = value }).AsTask().WaitAsync(Limit);

    private IPEndPoint StartServer(string timeout = "10000", string kind = "server")
    {
        Start(kind, timeout, "1", "2");
        const string Announcement = "listening on ";
        string? line = _peer!.StandardOutput.ReadLine();
        Assert.That(line, Does.StartWith(Announcement));
        return new IPEndPoint(IPAddress.Loopback, int.Parse(line![Announcement.Length..], CultureInfo.InvariantCulture));
    }

    private void Start(params string[] arguments)
    {
        ExternalProgram.Require("asio.hpp");
        _peer = ExternalProgram.Start(CppPrograms.Build("tests/live", "codec_session_peer"), arguments, redirectInput: false);
    }

    private Task<string?> ReadLine() => _peer!.StandardOutput.ReadLineAsync().WaitAsync(Limit);

    private async Task<string[]> ReadToEnd()
    {
        string output = await _peer!.StandardOutput.ReadToEndAsync().WaitAsync(Limit);
        return output.Split('\n')[..^1];
    }
}
