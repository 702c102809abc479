using Codec.Sessions;
using Codec.Tests.Asking;
using Codec.Tests.Sessions;

namespace Codec.Tests.Interop;

/// <summary>Tests sessions against those of C++, in a separate process: cpp/tests/live/session_peer.cpp says what it does.</summary>
internal sealed class CppSessionTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private Process? _peer;
    private PacketListener? _listener;

    [TearDown]
    public void Stop()
    {
        if (_peer is { HasExited: false })
        {
            _peer.Kill();
        }

        _peer?.Dispose();
        _listener?.Dispose();
        (_peer, _listener) = (null, null);
    }

    [Test]
    public async Task A_peer_in_Cpp_asks_answers_measures_and_leaves([Values("server", "connection", "poll")] string kind)
    {
        await using PacketConnection connection = await Connect(kind);
        PacketSession session = connection.Session!;
        await session.OpenAsync().WaitAsync(Limit);
        Task serving = SessionPair.Run(connection, Routes());
        Assert.That((await Ask(session, 21)).Value, Is.EqualTo(42));
        if (kind == "server")
        {
            Assert.That(() => session.RoundTripTime, Is.GreaterThan(TimeSpan.Zero).After((int)Limit.TotalMilliseconds, 10));
            Assert.That(async () => await Ask(session, 0), Throws.InstanceOf<Exception>());
        }

        PacketConnectionException? end = await Assert.ThrowsAsync<PacketConnectionException>(() => serving.WaitAsync(Limit));
        (ushort Code, string Text) leave = kind == "server" ? ((ushort)300, "bye") : ((ushort)301, "done");
        Assert.That((end!.Reason, session.PeerLeave, session.Peer.Version), Is.EqualTo((PacketCloseReason.Remote, leave, "C++")));
        Assert.That(end.Message, Does.Contain(leave.Text));
        Assert.That((session.UnexpectedAnswers, session.IgnoredPackets), Is.EqualTo((0L, 0L)));
        await AssertOutput(kind);
    }

    [TestCase("connection", "1", "8", "no ticket")]
    [TestCase("poll", "1", "8", "no ticket")]
    [TestCase("connection", "5", "7", "C++")]
    public async Task A_client_in_Cpp_learns_why_it_is_refused(string kind, string protocol, string ticket, string text)
    {
        await using PacketConnection connection = await Connect(kind, protocol: protocol, ticket: ticket);
        Task serving = SessionPair.Run(connection, Routes());
        string[] lines = await ReadToEnd();
        Assert.That(lines, Has.Length.EqualTo(1));
        Assert.That(lines[0], Does.StartWith("closed ").And.Contains(text));
        await serving.ContinueWith(static _ => { }, TaskScheduler.Default).WaitAsync(Limit);
        Assert.That(connection.Session!.IsOpen, Is.False);
    }

    [TestCase(8, 2ul, RefusalReason.Refused, "no ticket")]
    [TestCase(7, 3ul, RefusalReason.ProtocolMismatch, "")]
    public async Task A_server_in_Cpp_says_why_it_refuses(byte ticket, ulong toClient, RefusalReason reason, string text)
    {
        PacketConnectionOptions options = Options(isServer: false, ticket, toClient);
        EndPoint server = StartServer();
        PacketConnectionException? refused = await Assert.ThrowsAsync<PacketConnectionException>(
            () => PacketConnection.ConnectAsync(server, options: options).WaitAsync(Limit));
        Assert.That(refused!.Refusal, Is.EqualTo(reason));
        Assert.That(refused.Message, Does.Contain(text));
    }

    [Test]
    public async Task A_stop_of_the_process_ends_no_session_whose_peer_kept_sending([Values("server", "connection", "poll")] string kind)
    {
        // The timeout is shorter than the stop, and long enough for a busy machine.
        await using PacketConnection connection = await Connect(kind, timeout: "2000");
        await connection.Session!.OpenAsync().WaitAsync(Limit);
        Task running = SessionPair.Run(connection, Routes());
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
            await SessionPair.Until(() => connection.Received.Received >= end || running.IsCompleted);
        }
    }

    [Test]
    public async Task A_session_with_Cpp_continues_after_cuts([Values("server", "connection", "poll")] string kind)
    {
        await using PacketConnection connection = await Connect("resume-" + kind);
        PacketSession session = connection.Session!;
        await session.OpenAsync().WaitAsync(Limit);
        Task serving = SessionPair.Run(connection, Routes());
        ResumableTransport transport = (ResumableTransport)connection.Transport;
        Assert.That((await Ask(session, 1)).Value, Is.EqualTo(2));
        await SessionPair.Until(() => !transport.IsOpening);
        for (uint i = 2; i <= 200; i++)
        {
            Task<Total>[] asks = [.. Enumerable.Range(0, 10).Select(_ => Ask(session, i))];
            transport.Socket?.Close();
            Assert.That((await Task.WhenAll(asks)).Select(total => total.Value), Is.All.EqualTo(2 * i));
        }

        // Pongs that waited for a connection can come after 16 further pings, and are ignored then.
        Assert.That(session.UnexpectedAnswers, Is.Zero);
        Assert.That(async () => await Ask(session, 0), Throws.InstanceOf<Exception>());
        await Assert.ThrowsAsync<PacketConnectionException>(() => serving.WaitAsync(Limit));
        Assert.That(session.PeerLeave, Is.EqualTo(((ushort)300, "bye")));
        await AssertOutput(kind);
    }

    [TestCaseSource(typeof(ProxyServerTests), nameof(ProxyServerTests.Proxies))]
    public async Task A_listener_in_Cpp_knows_the_client_of_a_proxy(string program, string option)
    {
        using ProxyServer proxy = new(program, option, StartServer(kind: "proxied-server"));
        for (int i = 0; i < 3; i++)
        {
            using Socket socket = await proxy.ConnectAsync();
            string client = $"from {socket.LocalEndPoint}";
            await using PacketConnection connection = new(socket, options: Options(isServer: false));
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

    private static PacketConnectionOptions Options(bool isServer, byte ticket = 7, ulong toClient = 2, bool resumes = false) => SessionPair.Options(new PacketSessionOptions
    {
        ResumeTimeout = resumes ? TimeSpan.FromSeconds(20) : Timeout.InfiniteTimeSpan,
        IsServer = isServer,
        Protocol = new PacketProtocol(1, toClient),
        Version = "C#",
        Token = new[] { ticket },
        HeartbeatInterval = TimeSpan.FromMilliseconds(20),
        HeartbeatTimeout = TimeSpan.FromSeconds(10),
        Accept = hello => hello.Token.Span.SequenceEqual((byte[])[7]) ? hello.Welcome() : hello.Refuse(RefusalReason.Refused, "no ticket"),
    });

    private static PacketRoutes<PacketConnection> Routes()
    {
        PacketRoutes<PacketConnection> routes = new();
        routes.AddCount((PacketConnection state, in Count count) => state.Session!.Answer(new Total { Value = 2 * count.Value }));
        return routes;
    }

    private static Task<Total> Ask(PacketSession session, uint value) => session.AskAsync(new Count { Value = value }).AsTask().WaitAsync(Limit);

    /// <summary>Starts a peer. Returns the connection to a server, or that of a client, whose handshake has not ended.</summary>
    private async Task<PacketConnection> Connect(string kind, string timeout = "10000", string protocol = "1", string ticket = "7")
    {
        bool isServer = kind.EndsWith("server", StringComparison.Ordinal);
        PacketConnectionOptions options = Options(!isServer, resumes: kind.StartsWith("resume", StringComparison.Ordinal));
        if (isServer)
        {
            return await PacketConnection.ConnectAsync(StartServer(timeout, kind), options: options).WaitAsync(Limit);
        }

        _listener = new PacketListener(new IPEndPoint(IPAddress.Loopback, 0), options: options);
        Start(kind, timeout, protocol, "2", $"{((IPEndPoint)_listener.EndPoint).Port}", ticket);
        PacketConnection connection = await _listener.AcceptAsync().WaitAsync(Limit);

        // Another accept takes the connections that continue the session.
        _ = _listener.AcceptAsync();
        return connection;
    }

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

    /// <summary>Tests what a peer prints: a client up to its end, and a server in its first lines.</summary>
    private async Task AssertOutput(string kind)
    {
        string?[] lines = kind == "server" ? new[] { await ReadLine(), await ReadLine(), await ReadLine() } : await ReadToEnd();
        Assert.That(lines, Is.EqualTo((string[])["connected C#", "answer 0 40", "closed Local "]));
    }

    private Task<string?> ReadLine() => _peer!.StandardOutput.ReadLineAsync().WaitAsync(Limit);

    private async Task<string[]> ReadToEnd()
    {
        string output = await _peer!.StandardOutput.ReadToEndAsync().WaitAsync(Limit);
        return output.Split('\n')[..^1];
    }
}
