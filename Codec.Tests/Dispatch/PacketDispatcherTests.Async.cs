namespace Codec.Tests.Dispatch;

/// <content>Asynchronous handlers.</content>
public sealed partial class PacketDispatcherTests
{
    [Test]
    public async Task Each_payload_kind_reaches_its_asynchronous_handler_as_a_copy_that_it_owns()
    {
        CountingPool pool = new();
        TaskCompletionSource<bool> gate = new();
        PacketRoutes<List<string>> routes = new PacketRoutes<List<string>>()
            .AddRawAsync(1, async (log, lease, _) =>
            {
                await gate.Task;
                using (lease)
                {
                    log.Add($"raw {lease.Packet.Id} {string.Join(" ", lease.Packet.Payload.ToArray())}");
                }
            })
            .AddStructAsync<long>(2, async (log, value, _) =>
            {
                await gate.Task;
                log.Add($"struct {value}");
            })
            .AddDefaultAsync(async (log, lease, _) =>
            {
                await gate.Task;
                using (lease)
                {
                    log.Add($"default {lease.Packet.Id} {lease.Packet.PayloadSize}");
                }
            });
        using PacketDispatcher<List<string>> dispatcher = new(routes, _log, PacketDirections.ToServer, pool: pool);
        (uint Id, byte[] Payload, string Log)[] packets =
        [
            (1, [1, 2, 3], "raw 1 1 2 3"), (2, [7, 0, 0, 0, 0, 0, 0, 0], "struct 7"), (70_000, [1, 2], "default 70000 2"),
        ];
        foreach ((uint id, byte[] payload, string log) in packets)
        {
            gate = new TaskCompletionSource<bool>();
            byte[] bytes = [0, 0, 0, 0, .. payload];
            ValueTask<PacketError> dispatching = dispatcher.DispatchAsync(new Packet(bytes, 0, bytes.Length, id, 4));
            Assert.That(dispatching.IsCompleted, Is.False);
            bytes.AsSpan().Fill(255);
            gate.SetResult(true);
            Assert.That(await dispatching, Is.EqualTo(PacketError.None));
            Assert.That(_log[^1], Is.EqualTo(log));
        }

        dispatcher.Dispose();
        Assert.That(pool.Outstanding, Is.Zero);
    }

    [Test]
    public async Task A_rejected_payload_does_not_reach_an_asynchronous_handler()
    {
        PacketRoutes<List<string>> routes = new PacketRoutes<List<string>>()
            .AddStructAsync<long>(2, static (log, value, _) => Note(log, $"{value}"), new PacketRules { Directions = PacketDirections.ToServer })
            .AddRawAsync(5, static (log, lease, _) => Note(log, "never"), new PacketRules { Directions = PacketDirections.ToClient, MaxPayloadSize = 3 });
        using PacketDispatcher<List<string>> dispatcher = new(routes, _log, PacketDirections.ToServer);
        Assert.That(await dispatcher.DispatchAsync(Make(2, 7, 0, 0)), Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That(await dispatcher.DispatchAsync(Make(5)), Is.EqualTo(PacketError.IdNotAllowed));
        Assert.That(await dispatcher.DispatchAsync(Make(99)), Is.EqualTo(PacketError.UnknownId));
        Assert.That((_log.Count, dispatcher.UnknownPackets), Is.EqualTo((0, 1L)));
        Assert.That(await dispatcher.DispatchAsync(Make(2, 7, 0, 0, 0, 0, 0, 0, 0)), Is.EqualTo(PacketError.None));
        Assert.That(_log, Is.EqualTo((string[])["7"]));
    }

    [Test]
    public async Task Dispatch_throws_for_an_asynchronous_handler()
    {
        PacketRoutes<List<string>> routes = Routes().AddStructAsync<long>(70, static (log, _, _) => Note(log, "seventy")).AddDefaultAsync(static (log, _, _) => Note(log, "default"));
        using PacketDispatcher<List<string>> dispatcher = new(routes, _log, PacketDirections.ToServer);
        byte[] payload = new byte[8];
        Assert.That(
            () => dispatcher.Dispatch(Make(70, payload)),
            Throws.InvalidOperationException.With.Message.Contains("id 70 ").And.Message.Contains("DispatchAsync"));
        Assert.That(() => dispatcher.Dispatch(Make(71_000)), Throws.InvalidOperationException.With.Message.Contains("id 71000 "));
        Assert.That(_log, Is.Empty);
        Assert.That(await dispatcher.DispatchAsync(Make(70, payload)), Is.EqualTo(PacketError.None));
        Assert.That(dispatcher.Dispatch(Make(4)), Is.EqualTo(PacketError.None));
        Assert.That(_log, Is.EqualTo((string[])["seventy", "from client"]));
    }

    [Test]
    public async Task A_running_asynchronous_handler_blocks_other_dispatches_and_defers_disposal([Values] bool disposes)
    {
        CountingPool pool = new();
        TaskCompletionSource<bool> gate = new();
        PacketRoutes<List<string>> routes = Routes().AddRawAsync(70, async (log, lease, _) =>
        {
            using (lease)
            {
                await gate.Task;
                log.Add("seventy");
            }
        }, new PacketRules { Shape = PackedSamples.Shape });
        PacketDispatcher<List<string>> dispatcher = new(routes, _log, PacketDirections.ToServer, pool: pool);
        ValueTask<PacketError> running = dispatcher.DispatchAsync(Make(70, 1, 1, 2));
        Assert.That(() => dispatcher.Dispatch(Make(4)), Throws.InvalidOperationException.With.Message.Contains("awaited"));
        Assert.That(() => dispatcher.DispatchAsync(Make(70)), Throws.InvalidOperationException);
        Assert.That(() => dispatcher.Dispatch(Make(99)), Throws.InvalidOperationException);
        dispatcher.ConnectionState = Playing;
        if (disposes)
        {
            dispatcher.Dispose();
            Assert.That(pool.Outstanding, Is.EqualTo(1));
            Assert.That(() => dispatcher.Dispatch(Make(4)), Throws.InstanceOf<ObjectDisposedException>());
        }

        gate.SetResult(true);
        Assert.That(await running, Is.EqualTo(PacketError.None));
        if (disposes)
        {
            Assert.That(pool.Outstanding, Is.Zero);
            Assert.That(() => dispatcher.Dispatch(Make(6)), Throws.InstanceOf<ObjectDisposedException>());
        }
        else
        {
            Assert.That(dispatcher.Dispatch(Make(6)), Is.EqualTo(PacketError.None), "The state that was set holds.");
            dispatcher.Dispose();
        }

        Assert.That((_log[0], pool.Outstanding), Is.EqualTo(("seventy", 0)));
    }

    [Test]
    public async Task An_exception_of_an_asynchronous_handler_reaches_the_caller_and_dispatch_continues([Values(0, 1, 2)] int kind)
    {
        PacketRoutes<List<string>> routes = Routes().AddStructAsync<long>(70, async (_, _, _) =>
        {
            if (kind == 2)
            {
                await Task.Yield();
            }

            throw new HandlerException();
        }).AddStructAsync<long>(71, static (_, _, _) => throw new HandlerException());
        using PacketDispatcher<List<string>> dispatcher = new(routes, _log, PacketDirections.ToServer);
        await Assert.ThrowsAsync<HandlerException>(async () => await dispatcher.DispatchAsync(Make(kind == 0 ? 71u : 70, new byte[8])));
        Assert.That(dispatcher.Dispatch(Make(4)), Is.EqualTo(PacketError.None));
    }

    [Test]
    public async Task An_asynchronous_handler_gets_the_callers_token()
    {
        PacketRoutes<List<string>> routes = Routes().AddStructAsync<long>(70, static (_, _, token) => new ValueTask(Task.Delay(Timeout.Infinite, token)));
        using PacketDispatcher<List<string>> dispatcher = new(routes, _log, PacketDirections.ToServer);
        using CancellationTokenSource cancel = new();
        ValueTask<PacketError> running = dispatcher.DispatchAsync(Make(70, new byte[8]), cancel.Token);
        cancel.Cancel();
        await Assert.ThrowsAsync<TaskCanceledException>(async () => await running);
        Assert.That(dispatcher.Dispatch(Make(4)), Is.EqualTo(PacketError.None));
    }

    [Test]
    public void Dispatching_allocates_nothing_for_a_synchronous_handler()
    {
        PacketRoutes<int[]> routes = new PacketRoutes<int[]>()
            .AddRaw(1, static (sum, in packet) => sum[0] += packet.PayloadSize)
            .AddStruct(2, static (int[] sum, in long value) => sum[0] += (int)value)
            .AddStructAsync<long>(3, static (sum, value, _) =>
            {
                sum[0] += (int)value;
                return default;
            });
        using PacketDispatcher<int[]> dispatcher = new(routes, [0], PacketDirections.ToServer);
        byte[] bytes = new byte[12];
        long before = 0;
        int handled = 0;
        for (int i = 0; i < 200; i++)
        {
            if (i == 100)
            {
                before = GC.GetAllocatedBytesForCurrentThread();
            }

            dispatcher.Dispatch(new Packet(bytes, 1, 4));
            dispatcher.Dispatch(new Packet(bytes.AsSpan(0, 12), 2, 4));
            ValueTask<PacketError> synchronous = dispatcher.DispatchAsync(new Packet(bytes, 0, 12, 2, 4));
            ValueTask<PacketError> completed = dispatcher.DispatchAsync(new Packet(bytes, 0, 12, 3, 4));
            handled += synchronous.IsCompletedSuccessfully && completed.IsCompletedSuccessfully ? 1 : 0;
        }

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
        Assert.That(handled, Is.EqualTo(200));
    }

    private static ValueTask Note(List<string> log, string text)
    {
        log.Add(text);
        return default;
    }
}
