namespace Codec.Tests.Transport;

/// <content>Peers that send more per second than the connection accepts.</content>
public sealed partial class PacketConnectionTests
{
    private const int Flood = 5_000;
    private const int RatePacketLength = 12;

    // The clock is stopped, so that the duration of a test does not matter.
    private static readonly FakeTimeProvider Stopped = new();

    private static readonly PacketConnectionOptions[] Rates =
    [
        new() { MaxReceivedPacketsPerSecond = 10, TimeProvider = Stopped },
        new() { MaxReceivedBytesPerSecond = 10 * RatePacketLength, TimeProvider = Stopped },
        new() { MaxReceivedPacketsPerSecond = 10, MaxReceivedBytesPerSecond = 1_000_000, TimeProvider = Stopped },
    ];

    [Test]
    public async Task Peer_over_the_rate_limit_is_dropped_after_the_allowed_packets_have_been_read([ValueSource(nameof(Rates))] PacketConnectionOptions options)
    {
        (PacketConnection connection, Socket peer) = await Connect(options);
        using (peer)
        {
            await peer.SendAsync(new ArraySegment<byte>(Packets(Flood)), SocketFlags.None);
            (PacketConnectionException? thrown, int received) = await ReadUntilDropped(connection);
            Assert.That(
                (thrown!.Reason, connection.CloseReason, thrown.Message),
                Is.EqualTo((PacketCloseReason.RateLimit, PacketCloseReason.RateLimit, "The peer exceeded the limit of received packets or bytes per second.")));
            Assert.That(received, Is.EqualTo(10));
            await Assert.ThrowsAsync<PacketConnectionException>(async () => await connection.ReadAllAsync().GetAsyncEnumerator().MoveNextAsync());
            await connection.DisposeAsync();
        }
    }

    [Test]
    public async Task A_pause_of_the_application_does_not_drop_a_peer_below_the_rate_limit([Values] bool countsBytes, [Values] bool pausesAfterAWait)
    {
        FakeTimeProvider clock = new();
        (PacketConnection connection, PipeWriter peer) = ConnectWithRateLimit(clock, countsBytes);
        await using (connection)
        {
            IAsyncEnumerator<PacketReadResult> packets = connection.ReadAllAsync().GetAsyncEnumerator();
            ValueTask<bool> next;
            if (pausesAfterAWait)
            {
                // The read ends, and the thread that awaits it is busy.
                next = packets.MoveNextAsync();
                await peer.WriteAsync(Packets(1));
                Assert.That(SpinWait.SpinUntil(() => next.IsCompleted, Limit), Is.True);
            }
            else
            {
                await peer.WriteAsync(Packets(1));
                next = packets.MoveNextAsync();
                Assert.That(await next, Is.True);
                next = new ValueTask<bool>(true);
            }

            clock.Advance(TimeSpan.FromSeconds(4));
            await peer.WriteAsync(Packets(20));
            for (int i = 0; i < 21; i++)
            {
                Assert.That(await next, Is.True, $"{i}");
                next = i < 20 ? packets.MoveNextAsync() : default;
            }

            await packets.DisposeAsync();
        }
    }

    [Test]
    public async Task A_peer_that_was_silent_for_long_may_send_the_packets_of_one_second([Values] bool countsBytes, [Values] bool isCanceled)
    {
        FakeTimeProvider clock = new();
        (PacketConnection connection, PipeWriter peer) = ConnectWithRateLimit(clock, countsBytes);
        await using (connection)
        {
            Task<(PacketConnectionException? Thrown, int Received)>? dropped = null;
            if (isCanceled)
            {
                using CancellationTokenSource cancel = new();
                Task reading = ReadAll(connection, cancel.Token);
                clock.Advance(TimeSpan.FromHours(1));
                await cancel.CancelAsync();
                await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), () => reading.WaitAsync(Limit));
            }
            else
            {
                dropped = ReadUntilDropped(connection);
                clock.Advance(TimeSpan.FromHours(1));
            }

            await peer.WriteAsync(Packets(11));
            (PacketConnectionException? thrown, int received) = await (dropped ?? ReadUntilDropped(connection));
            Assert.That((thrown!.Reason, received), Is.EqualTo((PacketCloseReason.RateLimit, 10)));
        }
    }

    [TestCase(1, 10, 10)]
    [TestCase(5, 10, 2)]
    [TestCase(11, 10, 0)]
    public void Rate_allows_a_burst_of_one_second_and_then_refills_over_time(int count, int limit, int atOnce)
    {
        const long Second = 1_000_000;
        ReceiveRate rate = new(limit, Second, Second);
        for (int i = 0; i < atOnce; i++)
        {
            Assert.That(rate.TryTake(count, Second), Is.True, $"{i}");
        }

        Assert.That(rate.TryTake(count, Second), Is.False, "at the same time");
        Assert.That(rate.TryTake(count, Second + (count * Second / limit) - 1000), Is.False, "just before");
        Assert.That(rate.TryTake(count, Second + (count * Second / limit) + 1000), Is.EqualTo(atOnce > 0), "just after");
        rate.KeepOneSecond(1000 * Second);
        for (int i = 0; i < atOnce; i++)
        {
            Assert.That(rate.TryTake(count, 1000 * Second), Is.True, $"{i} much later");
        }

        Assert.That(rate.TryTake(count, 1000 * Second), Is.False, "no more than a second is kept");
    }

    [Test]
    public void Rate_accepts_exactly_its_limit_whatever_the_time_of_the_clock(
        [Values(1, 2, 3, 7, 30, 60, 1000, 100_000, 200_000)] int limit,
        [Values(1, 600_000_000_000_000_000, 9_000_000_000_000_000_000)] long start,
        [Values(1_000, 10_000_000, 1_000_000_000)] long second)
    {
        ReceiveRate rate = new(limit, second, start);
        for (long now = start; now < start + (3 * second); now += second)
        {
            int accepted = 0;
            while (accepted <= limit && rate.TryTake(1, now))
            {
                accepted++;
            }

            Assert.That(accepted, Is.EqualTo(limit));
        }

        Assert.That(rate.TryTake(1, start), Is.False, "if the clock goes back");
    }

    [Test]
    public void Rate_limits_the_average_while_no_read_waits()
    {
        const long Second = 1_000;
        ReceiveRate rate = new(10, Second, 0);
        int accepted = 0;
        for (long now = 0; now <= 60 * Second; now += 20 * Second)
        {
            while (rate.TryTake(1, now))
            {
                accepted++;
            }
        }

        Assert.That(accepted, Is.EqualTo(10 + (60 * 10)));
    }

    /// <summary>Connects a pipe, with a limit of 10 packets in a second.</summary>
    private static (PacketConnection Connection, PipeWriter Peer) ConnectWithRateLimit(TimeProvider clock, bool countsBytes)
    {
        Pipe there = new();
        PacketConnectionOptions options = countsBytes
            ? new() { MaxReceivedBytesPerSecond = 10 * RatePacketLength, TimeProvider = clock }
            : new() { MaxReceivedPacketsPerSecond = 10, TimeProvider = clock };
        return (new PacketConnection(new TestDuplexPipe(there.Reader, new Pipe().Writer), options: options), there.Writer);
    }

    private static async Task<(PacketConnectionException? Thrown, int Received)> ReadUntilDropped(PacketConnection connection)
    {
        int received = 0;
        return (await Assert.ThrowsAsync<PacketConnectionException>(() => ReadAsync().WaitAsync(Limit)), received);

        async Task ReadAsync()
        {
            await foreach (PacketReadResult _ in connection.ReadAllAsync())
            {
                received++;
            }
        }
    }

    private static byte[] Packets(int count)
    {
        byte[] packets = new byte[count * RatePacketLength];
        for (int i = 0; i < packets.Length; i += RatePacketLength)
        {
            packets[i] = RatePacketLength - 4;
            packets[i + 2] = 7;
        }

        return packets;
    }
}
