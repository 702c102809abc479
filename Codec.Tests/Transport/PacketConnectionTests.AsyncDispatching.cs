namespace Codec.Tests.Transport;

/// <content>Dispatching packets to asynchronous handlers.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task The_next_packet_is_read_after_the_handlers_task_has_ended()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        using SemaphoreSlim entered = new(0);
        using SemaphoreSlim gate = new(0);
        List<string> log = [];
        PacketRoutes<List<string>> routes = new PacketRoutes<List<string>>()
            .AddRawAsync(1, async (state, lease, cancel) =>
            {
                using (lease)
                {
                    state.Add($"begin {lease.Packet.PayloadSize}");
                    entered.Release();
                    await gate.WaitAsync(cancel);
                    state.Add($"end {lease.Packet.PayloadSize}");
                }
            })
            .AddRaw(2, (state, in packet) => state.Add($"synchronous {packet.PayloadSize}"));
        using PacketDispatcher<List<string>> dispatcher = new(routes, log, PacketDirections.Both);
        Task running = connection.RunAsync(dispatcher);
        peer.Send([1, 0, 1, 0, 9, 0, 0, 2, 0, 2, 0, 1, 0, 9, 9]);
        Assert.That(await entered.WaitAsync(Limit), Is.True);
        await Task.Delay(50);
        Assert.That(log, Is.EqualTo((string[])["begin 1"]));
        gate.Release();
        Assert.That(await entered.WaitAsync(Limit), Is.True);
        Assert.That(log, Is.EqualTo((string[])["begin 1", "end 1", "synchronous 0", "begin 2"]));
        gate.Release();
        peer.Shutdown(SocketShutdown.Send);
        await running.WaitAsync(Limit);
        Assert.That(log[^1], Is.EqualTo("end 2"));
        await connection.DisposeAsync();
        peer.Dispose();
    }

    [Test]
    public async Task An_asynchronous_handler_can_send_on_its_connection()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        PacketRoutes<PacketConnection> routes = new PacketRoutes<PacketConnection>().AddRawAsync(1, static async (sender, lease, cancel) =>
        {
            using (lease)
            {
                await Task.Yield();
                await sender.SendAsync(7, lease.Packet.Payload.ToArray(), cancel);
            }
        });
        using PacketDispatcher<PacketConnection> dispatcher = new(routes, connection, PacketDirections.Both);
        await using PacketConnection other = new(peer);
        Task running = connection.RunAsync(dispatcher);
        for (byte i = 0; i < 100; i++)
        {
            await other.SendAsync(1, new[] { i });
        }

        await other.CompleteAsync();
        await running.WaitAsync(Limit);
        await connection.CompleteAsync();
        List<byte> answers = [];
        await foreach (PacketReadResult result in other.ReadAllAsync())
        {
            answers.Add(result.Packet.Payload[0]);
        }

        Assert.That(answers, Is.EqualTo(Sequence(100)));
        await connection.DisposeAsync();

        static IEnumerable<byte> Sequence(int count)
        {
            for (int i = 0; i < count; i++)
            {
                yield return (byte)i;
            }
        }
    }

    [Test]
    public async Task Dispatching_ends_after_an_asynchronous_handler_disposes_the_connection()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        int calls = 0;
        PacketRoutes<PacketConnection> routes = new PacketRoutes<PacketConnection>().AddStructAsync<byte>(1, async (own, _, _) =>
        {
            calls++;
            await Task.Yield();
            await own.DisposeAsync();
        });
        using PacketDispatcher<PacketConnection> dispatcher = new(routes, connection, PacketDirections.Both);
        peer.Send([1, 0, 1, 0, 9, 1, 0, 1, 0, 9]);
        PacketConnectionException? closed = await Assert.ThrowsAsync<PacketConnectionException>(() => connection.RunAsync(dispatcher).WaitAsync(Limit));
        Assert.That((closed!.Reason, calls), Is.EqualTo((PacketCloseReason.Local, 1)));
        await connection.DisposeAsync().AsTask().WaitAsync(Limit);
        peer.Dispose();
    }

    [Test]
    public async Task Cancelling_reaches_an_asynchronous_handler_and_leaves_the_connection_open()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        using CancellationTokenSource cancel = new();
        List<byte> seen = [];
        PacketRoutes<List<byte>> routes = new PacketRoutes<List<byte>>().AddStructAsync<byte>(1, async (list, value, token) =>
        {
            list.Add(value);
            if (value == 8)
            {
                cancel.CancelAfter(50);
                await Task.Delay(Timeout.Infinite, token);
            }
        });
        using PacketDispatcher<List<byte>> dispatcher = new(routes, seen, PacketDirections.Both);
        peer.Send([1, 0, 1, 0, 8, 1, 0, 1, 0, 9]);
        await ThrowsCanceled(connection.RunAsync(dispatcher, cancel.Token).WaitAsync(Limit));
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.None));
        peer.Shutdown(SocketShutdown.Send);
        await connection.RunAsync(dispatcher).WaitAsync(Limit);
        Assert.That(seen, Is.EqualTo((byte[])[8, 9]));
        await connection.DisposeAsync();
        peer.Dispose();
    }
}
