using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Codec.Capture;
using Codec.Tests.Doubles;
using NUnit.Framework;
using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

/// <content>Clocks that go back, stopping and going on, disposal and calls while the replay waits.</content>
internal sealed partial class CaptureReplayTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Test]
    public async Task Packets_keep_their_distance_after_the_recorded_clock_went_back()
    {
        using CaptureReplay replay = new(Capture(5000, 5001, 1000, 1001, 1003), Note, new CaptureReplayOptions { TimeProvider = _clock });
        await replay.RunAsync();
        Assert.That(_times.Select(time => time.TotalSeconds), Is.EqualTo((double[])[0, 1, 1, 2, 4]));
    }

    [Test]
    public async Task Times_that_are_slightly_out_of_order_do_not_add_up_to_a_delay()
    {
        List<DateTimeOffset> times = [];
        for (int i = 0; i < 100; i++)
        {
            times.Add(Noon.AddMilliseconds(i * 10));
            times.Add(Noon.AddMilliseconds((i * 10) - 5));
        }

        using CaptureReplay replay = new(CaptureAt(times), Note, new CaptureReplayOptions { TimeProvider = _clock });
        await replay.RunAsync();
        Assert.That(_times.Last(), Is.EqualTo(TimeSpan.FromMilliseconds(990)));
    }

    [Test]
    public async Task A_replay_that_is_stopped_goes_on_later_at_the_recorded_pace_with_every_packet()
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
    public async Task Calls_while_a_packet_is_handed_over_are_refused()
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
    public async Task Disposing_while_a_handler_is_pending_cancels_it_and_leaves_it_the_packet([Values] bool runs)
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
        if (runs)
        {
            Assert.That(async () => await pending.WaitAsync(Limit), Throws.InstanceOf<ObjectDisposedException>());
        }
        else
        {
            await pending.WaitAsync(Limit);
        }

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

    [Test]
    public void A_handler_may_dispose_the_replay()
    {
        CaptureReplay? replay = null;
        ValueTask Handler(ReplayedPacket packet, CancellationToken cancellationToken)
        {
            replay!.Dispose();
            return Note(packet, cancellationToken);
        }

        replay = new CaptureReplay(Capture(0, 0), Handler);
        Assert.That(async () => await replay.RunAsync(), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That(_times, Has.Count.EqualTo(1));
    }

    private static CapturedPacketReader CaptureAt(List<DateTimeOffset> times)
    {
        System.IO.MemoryStream stream = new();
        using (CaptureWriter writer = new(stream, leaveOpen: true))
        {
            for (int i = 0; i < times.Count; i++)
            {
                writer.Append(GamePacket(i, 100), CaptureDirection.Inbound, 0, times[i]);
            }
        }

        stream.Position = 0;
        return new CapturedPacketReader(new CaptureReader(stream));
    }
}
