using Codec.Sessions;
using Codec.Tests.Asking;
using Answer = Codec.Sessions.Answer;

namespace Codec.Tests.Sessions;

/// <summary>Tests a client for a main thread with a session.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class PacketClientSessionTests
{
    private readonly List<string> _log = [];

    [Test]
    public void The_client_is_connected_after_the_welcome()
    {
        ChunkTransport transport = new();
        using PacketClient client = Client(transport, polls: 1);
        Assert.That((client.State, client.TrySend(1, []), _log.Count, transport.Sent.Count), Is.EqualTo((PacketClientState.Connecting, false, 0, 1)));
        transport.Add(Bytes(new Welcome { Version = "7" }));
        Poll(client);
        Assert.That((client.State, client.TrySend(1, []), client.Session!.Peer.Version), Is.EqualTo((PacketClientState.Connected, true, "7")));
        Assert.That(_log, Is.EqualTo((string[])["connected"]));
        client.Close(400, "quit");
        Assert.That(Leave.View.TryCreate(transport.Sent[^1].AsSpan(4), out Leave.View leave), Is.True);
        Assert.That((leave.Code, leave.Text), Is.EqualTo(((ushort)400, "quit")));
    }

    [TestCase(RefusalReason.Refused, false)]
    [TestCase(RefusalReason.ProtocolMismatch, false)]
    [TestCase(RefusalReason.Full, true)]
    [TestCase(RefusalReason.Draining, true)]
    public void A_refusal_ends_connecting_unless_the_server_may_have_room_later(RefusalReason reason, bool connectsAgain)
    {
        ChunkTransport transport = new(Bytes(new Refusal { Reason = reason, Text = "sorry" }));
        using PacketClient client = Client(transport, polls: 2, attempts: 5);
        Assert.That(_log, Is.EqualTo((string[])[$"closed {reason} Remote"]));
        Assert.That((client.State, client.ReconnectDelay.HasValue), Is.EqualTo((connectsAgain ? PacketClientState.Waiting : PacketClientState.Closed, connectsAgain)));
    }

    [Test]
    public void A_server_that_does_not_answer_is_given_up_after_the_connect_timeout()
    {
        FakeTimeProvider clock = new();
        using PacketClient client = Client(new ChunkTransport(), time: clock);
        for (int i = 0; i < 30; i++)
        {
            Poll(client);
            clock.Advance(TimeSpan.FromSeconds(1));
        }

        Assert.That((_log.Count, client.State), Is.EqualTo((1, PacketClientState.Closed)));
    }

    [Test]
    public void A_request_of_the_server_is_answered_in_a_poll()
    {
        ChunkTransport transport = new([.. Bytes(new Welcome()), .. Bytes(new Ask { Number = 3 }), .. Bytes(new Count { Value = 9 }), .. Bytes(new Count { Value = 10 })]);
        using PacketClient client = Client(transport);
        PacketRoutes<PacketClient> routes = new();
        routes.AddCount((PacketClient state, in Count count) =>
        {
            PacketRequest request = state.Session!.Request;
            _log.Add($"{count.Value} {request.Number} {request.Answer(new Total { Value = 90 })}");
        });
        using PacketDispatcher<PacketClient> dispatcher = new(routes, client, PacketDirections.Both);
        client.Poll(dispatcher);
        client.Poll(dispatcher);
        Assert.That(_log, Is.EqualTo((string[])["connected", "9 3 True", "10 0 False"]));
        Assert.That(transport.Sent.Skip(1), Is.EqualTo((byte[][])[Bytes(new Answer { Number = 3 }), Bytes(new Total { Value = 90 })]));
    }

    [Test]
    public void A_request_without_an_answer_fails_in_the_call_that_finds_it([Values("canceled", "ignored", "late", "closed")] string how)
    {
        // In a browser, no other thread could continue the caller.
        FakeTimeProvider clock = new();
        ChunkTransport transport = new(Bytes(new Welcome()));
        using PacketClient client = Client(transport, polls: 2, time: clock);
        using CancellationTokenSource cancellation = new();
        Task<Total> asked = client.Session!.AskAsync(new Count { Value = 1 }, cancellation.Token).AsTask();
        Assert.That(asked.IsCompleted, Is.False);
        (how switch
        {
            "canceled" => cancellation.Cancel,
            "ignored" => () => transport.Add(Bytes(new Answer { Number = 1, Kind = AnswerKind.Unanswered })),
            "late" => () => clock.Advance(TimeSpan.FromSeconds(30)),
            _ => (Action)(() => client.Close()),
        })();
        Poll(client);
        Assert.That(asked.IsCompleted, Is.True);
        Assert.That(asked.Exception?.InnerException, how == "canceled" ? Is.Null : how == "late" ? Is.TypeOf<TimeoutException>() : Is.TypeOf<PacketRequestException>());
    }

    [Test]
    public void Answers_of_a_stream_resume_the_caller_in_a_poll()
    {
        ChunkTransport transport = new(Bytes(new Welcome()));
        using PacketClient client = Client(transport, polls: 2);
        Task reading = ReadAsync();
        for (uint i = 0; i < 3; i++)
        {
            transport.Add([.. Bytes(new Answer { Number = 1, Kind = i < 2 ? AnswerKind.More : AnswerKind.Last }), .. Bytes(new Item { Number = i })]);
            Poll(client);
            Assert.That(_log, Has.Count.EqualTo(i + 2));
        }

        Assert.That((reading.Status, string.Join(" ", _log)), Is.EqualTo((TaskStatus.RanToCompletion, "connected 0 1 2")));

        async Task ReadAsync()
        {
            await foreach (Item item in client.Session!.AskManyAsync(new Query { Count = 3 }).ConfigureAwait(false))
            {
                _log.Add($"{item.Number}");
            }
        }
    }

    /// <summary>The handshake ends on another thread, at any point of a poll.</summary>
    [Test]
    public async Task A_handshake_that_ends_during_a_poll_has_not_failed()
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0), options: SessionPair.Options(SessionPair.Server));
        for (int i = 0; i < 500; i++)
        {
            using PacketClient client = PacketClient.ForTcp(
                "127.0.0.1", ((IPEndPoint)listener.EndPoint).Port, null, new PacketClientOptions { Session = SessionPair.Client });
            bool? isConnected = null;
            client.Connected += () => isConnected = true;
            client.Closed += _ => isConnected = false;
            client.Connect();
            PacketConnection server = await listener.AcceptAsync().WaitAsync(Limit);
            Task opened = Task.Run(() => server.Session!.OpenAsync());
            for (var watch = Stopwatch.StartNew(); isConnected is null && watch.Elapsed < Limit;)
            {
                Poll(client);
            }

            Assert.That(isConnected, Is.True);
            await opened;
            await server.DisposeAsync();
        }
    }

    /// <summary>Creates a client that begins to connect, and polls it.</summary>
    private PacketClient Client(ChunkTransport transport, int polls = 0, int attempts = 0, TimeProvider? time = null)
    {
        PacketClientOptions options = new() { Session = SessionPair.Client, ReconnectAttempts = attempts, TimeProvider = time ?? TimeProvider.System };
        PacketClient client = new(_ => new ValueTask<IPacketClientTransport>(transport), options: options);
        client.Connected += () => _log.Add("connected");
        client.Closed += closed => _log.Add($"closed {closed.Refusal} {closed.Reason}");
        client.Connect();
        for (; polls > 0; polls--)
        {
            Poll(client);
        }

        return client;
    }

    private static void Poll(PacketClient client)
    {
        using PacketDispatcher<object> dispatcher = new(new PacketRoutes<object>(), client, PacketDirections.ToClient);
        client.Poll(dispatcher);
    }

    private static byte[] Bytes<TPacket>(in TPacket packet)
        where TPacket : IPacket => PacketEncoder.Encode(packet);
}
