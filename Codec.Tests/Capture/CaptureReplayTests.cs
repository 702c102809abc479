using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

internal sealed class CaptureReplayTests
{
    private readonly List<TimeSpan> _times = [];
    private ManualClock _clock = new();

    [SetUp]
    public void SetUp()
    {
        _clock = new ManualClock();
        _times.Clear();
    }

    [TestCase(1, 0, 1000, 3000, 3000)]
    [TestCase(10, 0, 100, 300, 300)]
    [TestCase(0.5, 0, 2000, 6000, 6000)]
    [TestCase(double.PositiveInfinity, 0, 0, 0, 0)]
    public async Task Packets_are_replayed_at_the_recorded_pace_times_the_speed(double speed, params int[] milliseconds)
    {
        using CaptureReplay replay = new(Capture(0, 1, 3, 3), Note, new CaptureReplayOptions { Speed = speed, TimeProvider = _clock });
        Assert.That(await replay.RunAsync(), Is.EqualTo(CaptureStatus.End));
        Assert.That(_times.Select(time => (int)time.TotalMilliseconds), Is.EqualTo(milliseconds));
        Assert.That(replay.PacketCount, Is.EqualTo(4));
    }

    [Test]
    public async Task The_replay_catches_up_after_a_slow_handler()
    {
        ValueTask Slow(ReplayedPacket packet, CancellationToken cancellationToken)
        {
            _times.Add(_clock.Now);
            _clock.Now += TimeSpan.FromSeconds(_times.Count == 1 ? 2.5 : 0);
            return default;
        }

        using CaptureReplay replay = new(Capture(0, 1, 2, 3), Slow, new CaptureReplayOptions { TimeProvider = _clock });
        await replay.RunAsync();
        Assert.That(_times.Select(time => time.TotalSeconds), Is.EqualTo((double[])[0, 2.5, 2.5, 3]));
    }

    [Test]
    public async Task A_long_pause_is_shortened_and_later_intervals_are_kept()
    {
        using CaptureReplay replay = new(
            Capture(0, 1_000_000, 1_000_002), Note, new CaptureReplayOptions { LongestPause = TimeSpan.FromSeconds(5), TimeProvider = _clock });
        await replay.RunAsync();
        Assert.That(_times.Select(time => time.TotalSeconds), Is.EqualTo((double[])[0, 5, 7]));
    }

    [Test]
    public async Task The_longest_pause_of_a_timer_can_be_waited_for_by_the_clock_of_the_system()
    {
        using CancellationTokenSource cancellation = new();
        CaptureReplayOptions options = new() { LongestPause = TimeSpan.FromMilliseconds(uint.MaxValue - 1) };
        using CaptureReplay replay = new(Capture(0, 10_000_000), Note, options);
        Task<CaptureStatus> run = replay.RunAsync(cancellation.Token);
        Assert.That(run.IsCompleted, Is.False);
        await cancellation.CancelAsync();
        Assert.That(async () => await run, Throws.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public async Task Steps_do_not_wait_and_a_run_continues_after_them()
    {
        using CaptureReplay replay = new(Capture(0, 10, 20, 21), Note, new CaptureReplayOptions { TimeProvider = _clock });
        Assert.That(await replay.StepAsync(), Is.EqualTo(CaptureStatus.Packet));
        Assert.That(await replay.StepAsync(), Is.EqualTo(CaptureStatus.Packet));
        Assert.That(_clock.Waits, Is.Empty);
        Assert.That(await replay.RunAsync(), Is.EqualTo(CaptureStatus.End));
        Assert.That(_times.Select(time => time.TotalSeconds), Is.EqualTo((double[])[0, 0, 10, 11]));
        Assert.That(await replay.StepAsync(), Is.EqualTo(CaptureStatus.End));
    }

    [Test]
    public async Task The_replay_writes_only_the_bytes_of_the_selected_direction()
    {
        using MemoryStream connection = new();
        using CaptureReplay replay = new(
            Capture(0, 1, 2, 3), connection, new CaptureReplayOptions { Direction = CaptureDirection.Inbound, Speed = double.PositiveInfinity });
        await replay.RunAsync();
        Assert.That(connection.ToArray(), Is.EqualTo((byte[])[.. GamePacket(0, 100), .. GamePacket(2, 100)]));
    }

    [Test]
    public async Task The_replay_sends_packets_in_the_format_of_the_packet_connection()
    {
        PacketFormat format = new(sizeCountsHeader: true, 4, 4, idFirst: true, bigEndian: true, 1 << 20);
        Pipe toPeer = new();
        Pipe fromPeer = new();
        await using PacketConnection connection = new(new TestDuplexPipe(fromPeer.Reader, toPeer.Writer), format);
        await using PacketConnection peer = new(new TestDuplexPipe(toPeer.Reader, fromPeer.Writer), format);
        using (CaptureReplay replay = new(Capture(0, 1, 2), connection, new CaptureReplayOptions { Speed = double.PositiveInfinity }))
        {
            Assert.That(await replay.RunAsync(), Is.EqualTo(CaptureStatus.End));
        }

        await connection.FlushAsync();
        int number = 0;
        using CancellationTokenSource limit = new(TimeSpan.FromSeconds(30));
        await foreach (PacketReadResult result in peer.ReadAllAsync(limit.Token))
        {
            Assert.That(result.Packet.Id, Is.EqualTo(number));
            Assert.That(result.Packet.Payload.ToArray(), Is.EqualTo(GamePacket(number, 100)[4..]));
            if (++number == 3)
            {
                break;
            }
        }

        Assert.That(number, Is.EqualTo(3));
        Assert.That(() => new CaptureReplay(Capture(), (PacketConnection)null!), Throws.ArgumentNullException);
    }

    [Test]
    public void Cancelling_stops_the_replay_and_invalid_arguments_throw()
    {
        using CancellationTokenSource cancel = new();
        using CaptureReplay replay = new(Capture(0, 100), (packet, token) =>
        {
            cancel.Cancel();
            return Note(packet, token);
        });
        Assert.That(async () => await replay.RunAsync(cancel.Token), Throws.InstanceOf<OperationCanceledException>());
        Assert.That(_times, Has.Count.EqualTo(1));
        Assert.That(() => new CaptureReplay(Capture(), Note, new CaptureReplayOptions { Speed = 0 }), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => new CaptureReplay(Capture(), Note, new CaptureReplayOptions { Speed = double.NaN }), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => new CaptureReplay(Capture(), Note, new CaptureReplayOptions { Direction = (CaptureDirection)77 }), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => new CaptureReplay(Capture(), (Stream)null!), Throws.ArgumentNullException);
        replay.Dispose();
        Assert.That(async () => await replay.StepAsync(), Throws.InstanceOf<ObjectDisposedException>());
    }

    private static CapturedPacketReader Capture(params int[] seconds)
    {
        MemoryStream stream = new();
        using (CaptureWriter writer = new(stream, leaveOpen: true))
        {
            for (int i = 0; i < seconds.Length; i++)
            {
                CaptureDirection direction = i % 2 == 0 ? CaptureDirection.Inbound : CaptureDirection.Outbound;
                writer.Append(GamePacket(i, 100), direction, 0, Noon.AddSeconds(seconds[i]));
            }
        }

        stream.Position = 0;
        return new CapturedPacketReader(new CaptureReader(stream));
    }

    private ValueTask Note(ReplayedPacket packet, CancellationToken cancellationToken)
    {
        Assert.That(packet.Raw.Span.SequenceEqual(GamePacket(_times.Count, 100)), Is.True);
        _times.Add(_clock.Now);
        return default;
    }

    [Test]
    public async Task Intervals_are_kept_after_recorded_time_goes_backwards()
    {
        using CaptureReplay replay = new(Capture(5000, 5001, 1000, 1001, 1003), Note, new CaptureReplayOptions { TimeProvider = _clock });
        await replay.RunAsync();
        Assert.That(_times.Select(time => time.TotalSeconds), Is.EqualTo((double[])[0, 1, 1, 2, 4]));
    }

    [Test]
    public async Task A_cancelled_replay_resumes_at_the_recorded_pace_and_skips_no_packet()
    {
        using CancellationTokenSource stop = new();
        ManualClock clock = new()
        {
            OnWait = waits =>
            {
                if (waits == 2)
                {
                    stop.Cancel();
                }

                return waits != 2;
            },
        };
        _clock = clock;
        using CaptureReplay replay = new(Capture(0, 1, 2, 3), Note, new CaptureReplayOptions { TimeProvider = clock });
        Assert.That(async () => await replay.RunAsync(stop.Token), Throws.InstanceOf<OperationCanceledException>());
        Assert.That(_times, Has.Count.EqualTo(2));
        clock.Now += TimeSpan.FromMinutes(10);
        TimeSpan again = clock.Now;
        Assert.That(await replay.RunAsync(), Is.EqualTo(CaptureStatus.End));
        Assert.That(_times.Skip(2).Select(time => (time - again).TotalSeconds), Is.EqualTo((double[])[1, 2]));
        Assert.That(replay.PacketCount, Is.EqualTo(4));
    }

    [Test]
    public async Task A_handler_cannot_call_StepAsync_or_RunAsync()
    {
        CaptureReplay? replay = null;
        List<string> messages = [];
        async ValueTask Handler(ReplayedPacket packet, CancellationToken cancellationToken)
        {
            foreach (Func<Task> call in (Func<Task>[])[() => replay!.StepAsync(), () => replay!.RunAsync()])
            {
                try
                {
                    await call();
                }
                catch (InvalidOperationException exception)
                {
                    messages.Add(exception.Message);
                }
            }

            await Note(packet, cancellationToken);
        }

        using (replay = new(Capture(0, 0, 0), Handler))
        {
            await replay.StepAsync();
            await replay.RunAsync();
        }

        Assert.That(_times, Has.Count.EqualTo(3));
        Assert.That(messages.Take(2), Is.All.Contains("StepAsync"));
        Assert.That(messages.Skip(2), Is.All.Contains("RunAsync"));
        Assert.That(messages, Has.Count.EqualTo(6));
    }

    [Test]
    public async Task Disposing_cancels_a_pending_handler_and_does_not_reuse_its_packet_memory([Values] bool runs)
    {
        TaskCompletionSource<bool> gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
        bool isWhole = false;
        bool isCancelled = false;
        async ValueTask Handler(ReplayedPacket packet, CancellationToken cancellationToken)
        {
            await gate.Task;
            isWhole = packet.Raw.Span.SequenceEqual(GamePacket(0, 100));
            isCancelled = cancellationToken.IsCancellationRequested;
        }

        CaptureReplay replay = new(Capture(0, 1), Handler);
        Task pending = runs ? replay.RunAsync() : replay.StepAsync();
        replay.Dispose();
        byte[][] rented = [.. Enumerable.Range(0, 20).Select(_ => ArrayPool<byte>.Shared.Rent(100))];
        foreach (byte[] array in rented)
        {
            array.AsSpan().Fill(0xEE);
        }

        Assert.That(() => replay.StepAsync(), Throws.InstanceOf<ObjectDisposedException>());
        gate.SetResult(true);
        await Assert.ThatAsync(() => pending.WaitAsync(Limit), runs ? (IResolveConstraint)Throws.InstanceOf<ObjectDisposedException>() : Throws.Nothing);
        Assert.That((isWhole, isCancelled), Is.EqualTo((true, true)));
        replay.Dispose();
    }

    [Test]
    public void Disposing_ends_a_wait_at_once([Values] bool withToken)
    {
        using CancellationTokenSource cancel = new();
        CaptureReplay replay = new(Capture(0, 500), Note, new CaptureReplayOptions { TimeProvider = new ManualClock { OnWait = _ => false } });
        Task pending = replay.RunAsync(withToken ? cancel.Token : default);
        Assert.That(_times, Has.Count.EqualTo(1));
        replay.Dispose();
        Assert.That(async () => await pending.WaitAsync(Limit), Throws.InstanceOf<ObjectDisposedException>());
    }
}
