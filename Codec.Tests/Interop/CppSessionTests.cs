using Codec.Sessions;
using Codec.Tests.Asking;
using Codec.Tests.Sessions;

namespace Codec.Tests.Interop;

/// <summary>Tests sessions against those of C++, in a separate process: cpp/tests/live/session_peer.cpp says what it does.</summary>
internal sealed class CppSessionTests
{
    private Process? _peer;
    private PacketListener? _listener;

    [TearDown]
    public void Stop()
    {
        _peer?.Kill();
        _peer?.Dispose();
        _listener?.Dispose();
        (_peer, _listener) = (null, null);
    }

    [Test]
    public async Task A_peer_in_Cpp_asks_answers_measures_and_leaves_and_a_stop_of_its_process_ends_nothing([Values("server", "connection", "poll")] string kind)
    {
        // The timeout is shorter than the stop, and long enough for a busy machine.
        await using PacketConnection connection = await Connect(kind, timeout: "2000");
        PacketSession session = connection.Session!;
        await session.OpenAsync().WaitAsync(Limit);
        Task serving = SessionPair.Run(connection, Routes());
        await NextPongs();
        Assert.That(session.IgnoredPackets, Is.Zero);
        ProcessStop.Stop(_peer!);
        await Task.Delay(2500);
        ProcessStop.Continue(_peer!);
        await NextPongs();
        Assert.That((await Ask(session, 21)).Value, Is.EqualTo(42));
        Assert.That(session.RoundTripTime, Is.GreaterThan(TimeSpan.Zero));
        await Leave(session, serving);
        Assert.That((session.Peer.Version, session.UnexpectedAnswers), Is.EqualTo(("C++", 0L)));
        await AssertOutput(kind);

        // A pong has 20 bytes, and comes each 20 ms.
        async Task NextPongs()
        {
            long next = connection.Received.Received + 400;
            await SessionPair.Until(() => connection.Received.Received >= next || serving.IsCompleted);
        }
    }

    [Test]
    public async Task A_refusal_says_why_in_the_other_language([Values("server", "connection", "poll")] string kind, [Values] bool isMismatch)
    {
        (byte ticket, ulong toClient, RefusalReason reason, string text) =
            isMismatch ? ((byte)7, 3ul, RefusalReason.ProtocolMismatch, "C++") : ((byte)8, 2ul, RefusalReason.Refused, "no ticket");
        Task<PacketConnection> connecting = Connect(kind, ticket: ticket, toClient: toClient);
        if (kind == "server")
        {
            PacketConnectionException? refused = await Assert.ThrowsAsync<PacketConnectionException>(() => connecting);
            Assert.That((refused!.Refusal, refused.Message.Contains(text, StringComparison.Ordinal)), Is.EqualTo((reason, true)));
            return;
        }

        await using PacketConnection connection = await connecting;
        await SessionPair.Run(connection, Routes()).ContinueWith(static _ => { }, TaskScheduler.Default).WaitAsync(Limit);
        Assert.That(string.Join('\n', await ReadToEnd()), Does.StartWith($"closed Remote {reason}: ").And.Contain(text).And.Not.Contain("\n"));
        Assert.That(connection.Session!.IsOpen, Is.False);
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
        await Leave(session, serving);
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
            string? line = await ReadLine();
            while (line?.StartsWith("from ", StringComparison.Ordinal) == false)
            {
                line = await ReadLine();
            }

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
        Accept = hello => hello.Token.Span.SequenceEqual((byte[])[ticket]) ? hello.Welcome() : hello.Refuse(RefusalReason.Refused, "no ticket"),
    });

    private static PacketRoutes<PacketConnection> Routes() => new PacketRoutes<PacketConnection>()
        .AddCount((PacketConnection state, in Count count) => state.Session!.Answer(new Total { Value = 2 * count.Value }));

    private static Task<Total> Ask(PacketSession session, uint value) => session.AskAsync(new Count { Value = value }).AsTask().WaitAsync(Limit);

    /// <summary>Lets the peer leave.</summary>
    private static async Task Leave(PacketSession session, Task serving)
    {
        Assert.That(async () => await Ask(session, 0), Throws.InstanceOf<Exception>());
        PacketConnectionException? end = await Assert.ThrowsAsync<PacketConnectionException>(() => serving.WaitAsync(Limit));
        Assert.That((end!.Reason, session.PeerLeave, end.Message.Contains("bye", StringComparison.Ordinal)), Is.EqualTo((PacketCloseReason.Remote, ((ushort)300, "bye"), true)));
    }

    /// <summary>Starts a peer, or ignores the test. Returns the connection to a server, or that of a client, whose handshake has not ended.</summary>
    private Task<PacketConnection> Connect(string kind, string timeout = "10000", byte ticket = 7, ulong toClient = 2)
    {
        bool isServer = kind.EndsWith("server", StringComparison.Ordinal);
        PacketConnectionOptions options = Options(!isServer, ticket, toClient, kind.StartsWith("resume", StringComparison.Ordinal));
        if (isServer)
        {
            return PacketConnection.ConnectAsync(StartServer(timeout, kind), options: options).WaitAsync(Limit);
        }

        _listener = new PacketListener(new IPEndPoint(IPAddress.Loopback, 0), options: options);
        Start(kind, timeout, $"{((IPEndPoint)_listener.EndPoint).Port}");
        return Accept(_listener);

        static async Task<PacketConnection> Accept(PacketListener listener)
        {
            PacketConnection connection = await listener.AcceptAsync().WaitAsync(Limit);

            // Another accept takes the connections that continue the session.
            _ = listener.AcceptAsync();
            return connection;
        }
    }

    private IPEndPoint StartServer(string timeout = "10000", string kind = "server")
    {
        Start(kind, timeout);
        string? line = _peer!.StandardOutput.ReadLine();
        Assert.That(line, Does.StartWith("listening on "));
        return new IPEndPoint(IPAddress.Loopback, int.Parse(line!["listening on ".Length..], CultureInfo.InvariantCulture));
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
