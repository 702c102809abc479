namespace Codec.Tests.Transport;

/// <content>Closing and disposing from any callback and at any time.</content>
public sealed partial class PacketClientTests
{
    [Test]
    public void Closing_or_disposing_in_a_handler_ends_the_poll_and_only_closing_raises_the_event([Values] bool disposes, [Values] bool onAnotherThread)
    {
        ChunkTransport transport = new([.. Packet7, .. Packet8]);
        PacketClient? client = null;
        void Shut() => (disposes ? client!.Dispose : (Action)(() => client!.Close()))();

        using (client = Client(transport, onPacket: () =>
        {
            if (onAnotherThread)
            {
                Task.Run(Shut).GetAwaiter().GetResult();
            }
            else
            {
                Shut();
            }
        }))
        {
            client.Connect();
            Assert.That(Poll(client), Is.EqualTo(1));
            Assert.That(_log, Is.EqualTo(disposes ? ["connected", "7"] : (string[])["connected", "7", "closed Local"]));
            PacketClientState state = disposes ? PacketClientState.Disposed : PacketClientState.Closed;
            Assert.That((transport.Disposals, client.State, client.TrySend(1, [])), Is.EqualTo((1, state, false)));
            client.Close();
        }

        client.Dispose();
        Assert.That(transport.Disposals, Is.EqualTo(1));
    }

    [Test]
    public void A_silent_server_is_dropped_after_the_idle_timeout_and_the_client_connects_again()
    {
        ManualClock clock = new();
        TimeSpan timeout = TimeSpan.FromSeconds(10);
        ChunkTransport silent = new(Packet7);
        Queue<ChunkTransport> transports = new([silent, new ChunkTransport()]);
        PacketClientOptions options = new() { IdleTimeout = timeout, ReconnectAttempts = 1, ReconnectDelay = TimeSpan.Zero, TimeProvider = clock };
        using PacketClient client = new(_ => new ValueTask<IPacketClientTransport>(transports.Dequeue()), options: options);
        List<PacketConnectionException> closed = [];
        client.Closed += closed.Add;
        client.Connect();
        clock.Now += timeout;
        Poll(client);
        clock.Now += timeout - TimeSpan.FromTicks(1);
        Poll(client);
        Poll(client);
        Assert.That(closed, Is.Empty, "The time begins with the poll that received a packet and then nothing.");

        // As after a pause of the process: bytes that have arrived are received after some polls.
        clock.Now += timeout;
        Poll(client);
        Poll(client);
        silent.Add(Packet8);
        Poll(client);
        clock.Now += timeout;
        Poll(client);
        clock.Now += TimeSpan.FromSeconds(1) - TimeSpan.FromTicks(1);
        Poll(client);
        Assert.That(closed, Is.Empty);
        clock.Now += TimeSpan.FromTicks(1);
        Poll(client);
        Assert.That((closed.Count, closed[0].Reason, closed[0].InnerException, client.ReconnectDelay), Is.EqualTo((1, PacketCloseReason.IdleTimeout, (Exception?)null, TimeSpan.Zero)));

        Poll(client);
        Poll(client);
        Assert.That((silent.Disposals, client.State, closed.Count), Is.EqualTo((1, PacketClientState.Connected, 1)));
    }

    [Test]
    public void Closing_between_polls_discards_waiting_packets_and_raises_the_event_once()
    {
        ChunkTransport transport = new([.. Packet7, .. Packet8]);
        using PacketClient client = Client(transport);
        client.Connect();
        Poll(client, maxPackets: 1);
        client.Close();
        client.Close();
        Assert.That(transport.Disposals, Is.EqualTo(1));
        Poll(client);
        Poll(client);
        Assert.That(_log, Is.EqualTo((string[])["connected", "7", "closed Local"]));
    }

    [Test]
    public void Each_connection_that_ended_between_two_polls_raises_Closed()
    {
        using PacketClient client = Client(_ => new ValueTask<IPacketClientTransport>(new ChunkTransport()));
        for (int i = 0; i < 3; i++)
        {
            client.Connect();
            client.Close();
        }

        Poll(client);
        Assert.That(_log, Is.EqualTo((string[])["closed Local", "closed Local", "closed Local"]));
    }

    [Test]
    public void A_handler_of_Closed_that_connects_and_closes_does_not_keep_the_poll_running()
    {
        using PacketClient client = Client(_ => new ValueTask<IPacketClientTransport>(new ChunkTransport()));
        client.Closed += _ =>
        {
            client.Connect();
            client.Close();
        };
        client.Connect();
        client.Close();
        Poll(client);
        Assert.That(_log, Is.EqualTo((string[])["closed Local", "closed Local"]), "before and after the packets");
    }

    [Test]
    public void A_closed_client_that_connects_again_discards_the_bytes_of_the_previous_stream()
    {
        ChunkTransport first = new([.. Packet7, 1, 0]);
        ChunkTransport second = new(Packet8);
        ChunkTransport next = first;
        using PacketClient client = Client(_ => new ValueTask<IPacketClientTransport>(next));
        client.Connect();
        Poll(client);
        client.Close();
        next = second;
        client.Connect();
        Poll(client);
        Assert.That(_log, Is.EqualTo((string[])["connected", "7", "closed Local", "connected", "8"]));
        Assert.That((first.Disposals, second.Disposals), Is.EqualTo((1, 0)));
    }

    [Test]
    public void A_handler_can_connect_to_another_server([Values] bool isOfConnected)
    {
        ChunkTransport first = new([.. Packet7, .. Packet7]);
        ChunkTransport second = new(Packet8) { Ends = true };
        ChunkTransport next = first;
        PacketClient? client = null;
        void Switch()
        {
            if (ReferenceEquals(next, first))
            {
                next = second;
                client!.Close();
                client.Connect();
                Assert.That(client.TrySend(8, []), Is.True, "It is sent to the second server.");
            }
        }

        using (client = Client(_ => new ValueTask<IPacketClientTransport>(next), onPacket: isOfConnected ? null : Switch))
        {
            client.Connected += isOfConnected ? Switch : null;
            client.Connect();
            Poll(client);
            string[] before = isOfConnected ? ["connected", "closed Local"] : ["connected", "7", "closed Local"];
            Assert.That(_log, Is.EqualTo(before));
            Poll(client);
            Assert.That(_log, Is.EqualTo((string[])[.. before, "connected", "8", "closed Remote"]));
        }

        Assert.That((first.Sent.Count, second.Sent.Count, first.Disposals, second.Disposals), Is.EqualTo((0, 1, 1, 1)));
    }

    [Test]
    public void Closed_is_raised_before_the_next_connection_raises_Connected()
    {
        using PacketClient client = Client(_ => new ValueTask<IPacketClientTransport>(new ChunkTransport(Packet8)));
        client.Closed += _ =>
        {
            if (_log.Count == 1)
            {
                client.Connect();
                client.Close();
                client.Connect();
            }
        };
        client.Connect();
        client.Close();
        Poll(client);
        Poll(client);
        Assert.That(_log, Is.EqualTo((string[])["closed Local", "closed Local", "connected", "8"]));
    }

    [Test]
    public void Closing_while_connecting_cancels_the_attempt_and_disposes_a_late_transport([Values] bool disposes)
    {
        ChunkTransport transport = new();
        TaskCompletionSource<IPacketClientTransport> connecting = new();
        CancellationToken token = default;
        using PacketClient client = Client(cancellation =>
        {
            token = cancellation;
            return new ValueTask<IPacketClientTransport>(connecting.Task);
        });
        client.Connect();
        Assert.That((client.State, client.TrySend(1, [])), Is.EqualTo((PacketClientState.Connecting, false)));
        (disposes ? client.Dispose : (Action)(() => client.Close()))();
        Assert.That(token.IsCancellationRequested, Is.True);
        connecting.SetResult(transport);
        Assert.That(transport.Disposals, Is.EqualTo(1));
        if (!disposes)
        {
            Poll(client);
            Assert.That(_log, Is.EqualTo((string[])["closed Local"]));
        }
    }

    [Test]
    public void Closing_in_the_connect_delegate_disposes_the_transport_that_it_returns()
    {
        ChunkTransport transport = new();
        PacketClient? client = null;
        using (client = Client(_ =>
        {
            client!.Close();
            return new ValueTask<IPacketClientTransport>(transport);
        }))
        {
            client.Connect();
            Assert.That((client.State, transport.Disposals), Is.EqualTo((PacketClientState.Closed, 1)));
        }
    }

    [Test]
    public void A_failed_connection_attempt_raises_Closed_with_the_exception()
    {
        IOException refused = new("refused");
        (Func<CancellationToken, ValueTask<IPacketClientTransport>>, IResolveConstraint)[] attempts =
        [
            (_ => throw refused, Is.SameAs(refused)),
            (_ => new ValueTask<IPacketClientTransport>(Task.FromException<IPacketClientTransport>(refused)), Is.SameAs(refused)),
            (_ => new ValueTask<IPacketClientTransport>((IPacketClientTransport)null!), Is.InstanceOf<InvalidOperationException>()),
        ];
        foreach ((Func<CancellationToken, ValueTask<IPacketClientTransport>> connect, IResolveConstraint expected) in attempts)
        {
            PacketConnectionException? closed = null;
            using PacketClient client = Client(connect);
            client.Closed += how => closed = how;
            client.Connect();
            Poll(client);
            Assert.That((closed!.Reason, client.State), Is.EqualTo((PacketCloseReason.ConnectFailed, PacketClientState.Closed)));
            Assert.That(closed.InnerException, expected);
        }
    }

    [Test]
    public void Connecting_that_takes_too_long_is_cancelled()
    {
        ManualClock clock = new();
        PacketConnectionException? closed = null;
        CancellationToken token = default;
        using PacketClient client = Client(
            cancellation =>
            {
                token = cancellation;
                return new ValueTask<IPacketClientTransport>(new TaskCompletionSource<IPacketClientTransport>().Task);
            },
            new PacketClientOptions { ConnectTimeout = TimeSpan.FromSeconds(3), TimeProvider = clock });
        client.Closed += how => closed = how;
        client.Connect();
        clock.Now = TimeSpan.FromSeconds(2.9);
        Poll(client);
        Assert.That((client.State, token.IsCancellationRequested), Is.EqualTo((PacketClientState.Connecting, false)));
        clock.Now = TimeSpan.FromSeconds(3);
        Poll(client);
        clock.Now = TimeSpan.FromSeconds(3.75);
        Poll(client);
        Assert.That((closed!.Reason, client.State, token.IsCancellationRequested), Is.EqualTo((PacketCloseReason.ConnectFailed, PacketClientState.Closed, true)));
        Assert.That(closed.InnerException, Is.TypeOf<TimeoutException>());
    }

    [Test]
    public void A_stop_of_the_process_while_connecting_does_not_end_an_attempt_that_has_succeeded()
    {
        ManualClock clock = new();
        PacketConnectionException? closed = null;
        TaskCompletionSource<IPacketClientTransport> connected = new();
        using PacketClient client = Client(
            _ => new ValueTask<IPacketClientTransport>(connected.Task), new PacketClientOptions { ConnectTimeout = TimeSpan.FromSeconds(3), TimeProvider = clock });
        client.Closed += how => closed = how;
        client.Connect();
        Poll(client);

        // Several frames can end before the thread that connects continues.
        for (int frame = 0; frame < 3; frame++)
        {
            clock.Now += TimeSpan.FromSeconds(frame == 0 ? 60 : 0.02);
            Poll(client);
        }

        connected.SetResult(new ChunkTransport());
        Poll(client);
        Assert.That((client.State, closed), Is.EqualTo((PacketClientState.Connected, (PacketConnectionException?)null)));
    }

    [Test]
    public void Failed_connections_are_retried_after_delays_that_double_up_to_the_maximum()
    {
        ManualClock clock = new();
        int attempts = 0;
        PacketConnectionException? closed = null;
        PacketClientOptions options = new()
        {
            TimeProvider = clock,
            ReconnectAttempts = 5,
            ReconnectDelay = TimeSpan.FromSeconds(1),
            MaxReconnectDelay = TimeSpan.FromSeconds(6),
        };
        using PacketClient client = Client(
            _ =>
            {
                attempts++;
                throw new IOException("refused");
            },
            options);
        client.Closed += how => closed = how;
        client.Connect();
        foreach (int longest in (int[])[1, 2, 4, 6, 6])
        {
            int before = attempts;
            Poll(client);
            Assert.That((client.State, closed!.Reason), Is.EqualTo((PacketClientState.Waiting, PacketCloseReason.ConnectFailed)));
            TimeSpan delay = client.ReconnectDelay!.Value;
            Assert.That(delay.TotalSeconds, Is.InRange(longest / 2.0, longest));
            clock.Now += delay - TimeSpan.FromTicks(1);
            Poll(client);
            Assert.That((client.State, attempts), Is.EqualTo((PacketClientState.Waiting, before)));
            clock.Now += TimeSpan.FromTicks(1);
            Poll(client);
            Assert.That((client.State, attempts), Is.EqualTo((PacketClientState.Connecting, before + 1)));
        }

        Poll(client);
        Assert.That((client.State, client.ReconnectDelay, attempts), Is.EqualTo((PacketClientState.Closed, (TimeSpan?)null, 6)));
    }

    [Test]
    public void The_reconnect_delays_are_random_and_start_over_after_a_received_packet()
    {
        ManualClock clock = new();
        HashSet<TimeSpan> delays = [];
        PacketClientOptions options = new() { TimeProvider = clock, ReconnectAttempts = 1, ReconnectDelay = TimeSpan.FromSeconds(1) };
        using PacketClient client = Client(_ => new ValueTask<IPacketClientTransport>(new ChunkTransport(Packet7) { Ends = true }), options);
        client.Closed += _ => delays.Add(client.ReconnectDelay!.Value);
        client.Connect();
        for (int i = 0; i < 20; i++)
        {
            Poll(client);
            clock.Now += TimeSpan.FromSeconds(1);
            Poll(client);
        }

        Assert.That(delays, Has.Count.GreaterThan(10).And.All.InRange(TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(1)));
    }

    [Test]
    public void A_server_whose_packets_are_rejected_does_not_reset_the_reconnect_attempts_and_delays()
    {
        ManualClock clock = new();
        List<TimeSpan?> delays = [];
        PacketClientOptions options = new() { TimeProvider = clock, ReconnectAttempts = 2, ReconnectDelay = TimeSpan.FromSeconds(1) };
        using PacketClient client = Client(_ => new ValueTask<IPacketClientTransport>(new ChunkTransport([0, 0, 9, 0])), options);
        client.Closed += _ => delays.Add(client.ReconnectDelay);
        client.Connect();
        for (int i = 0; i < 10; i++)
        {
            Poll(client);
            clock.Now += TimeSpan.FromSeconds(2);
        }

        Assert.That((delays.Count, delays[1] >= TimeSpan.FromSeconds(1), delays[2], client.State), Is.EqualTo((3, true, (TimeSpan?)null, PacketClientState.Closed)));
    }

    [Test]
    public void A_packet_whose_handler_throws_resets_the_reconnect_attempts()
    {
        ManualClock clock = new();
        PacketClientOptions options = new() { TimeProvider = clock, ReconnectAttempts = 1, ReconnectDelay = TimeSpan.FromSeconds(1) };
        using PacketClient client = Client(
            _ => new ValueTask<IPacketClientTransport>(new ChunkTransport(Packet7) { Ends = true }), options, onPacket: static () => throw new HandlerException());
        client.Connect();
        for (int i = 0; i < 3; i++)
        {
            Assert.That(() => Poll(client), Throws.TypeOf<HandlerException>());
            Poll(client);
            Assert.That(client.State, Is.EqualTo(PacketClientState.Waiting), $"{i}");
            clock.Now += TimeSpan.FromSeconds(1);
            Poll(client);
        }
    }

    [Test]
    public void Closing_while_waiting_stops_reconnecting([Values] bool inTheEvent)
    {
        ManualClock clock = new();
        int attempts = 0;
        PacketClient? client = null;
        using (client = Client(
            _ =>
            {
                attempts++;
                throw new IOException("refused");
            },
            new PacketClientOptions { TimeProvider = clock, ReconnectAttempts = int.MaxValue }))
        {
            if (inTheEvent)
            {
                client.Closed += _ => client.Close();
            }

            client.Connect();
            Poll(client);
            client.Close();
            clock.Now += TimeSpan.FromDays(1);
            Poll(client);
            Poll(client);
            Assert.That((attempts, client.State), Is.EqualTo((1, PacketClientState.Closed)));
            Assert.That(_log, Is.EqualTo((string[])["closed ConnectFailed"]), "One attempt has ended.");
        }
    }
}
