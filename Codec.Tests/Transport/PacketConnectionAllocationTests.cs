extern alias packets;

using Codec.Tests.Every;
using packets::Game.Packed;

namespace Codec.Tests.Transport;

/// <summary>Tests that a packet that is sent and received allocates nothing.</summary>
[NonParallelizable] // Allocation is counted over the whole process.
public sealed class PacketConnectionAllocationTests
{
    [Test]
    public async Task Sending_and_receiving_allocate_nothing_after_warm_up([Values] bool isDispatched)
    {
        TestedBuild.IgnoreIfNetStandard("netstandard's sockets and thread pool allocate.");

        const int Packets = 5000;
        const int Rounds = 4;
        PacketConnectionOptions options = new() { Observer = isDispatched ? new SilentObserver() : null };
        (PacketConnection connection, Socket peer) = await PacketConnectionTests.Connect(options);
        await using PacketConnection echo = new(peer, options: options);
        PacketRoutes<PacketConnection> routes = new PacketRoutes<PacketConnection>().AddRaw(1, static (state, in packet) =>
        {
            // The peer waits for each answer, so this send completes synchronously.
            ValueTask sent = state.SendAsync(packet.Id, packet.Payload);
            if (!sent.IsCompletedSuccessfully)
            {
                throw new InvalidOperationException("The send waits.");
            }
        });
        using PacketDispatcher<PacketConnection> dispatcher = new(routes, echo, PacketDirections.Both);
        Task echoing = Task.Run(async () =>
        {
            if (isDispatched)
            {
                await echo.RunAsync(dispatcher);
                return;
            }

            await foreach (PacketReadResult result in echo.ReadAllAsync())
            {
                ValueTask sent = echo.SendAsync(result.Packet.Id, result.Packet.Payload);
                await sent;
            }
        });

        // This runs on the thread pool, because NUnit's synchronization context allocates for each await of a test method.
        long allocated = await Task.Run(() => AllocatedByAnswers(connection, Packets, Rounds));
        await connection.CompleteAsync();
        await echoing.WaitAsync(Limit);
        await connection.DisposeAsync();

        // Allocations of a packet would occur in every round. Allocations of the test host occur in some rounds only.
        Assert.That(allocated / (2.0 * Packets), Is.LessThan(1), "bytes a packet sent and received");
    }

    [Test]
    public async Task Writing_and_flushing_allocate_nothing_after_warm_up()
    {
        TestedBuild.IgnoreIfNetStandard("netstandard's sockets allocate.");

        const int Batches = 100;
        (PacketConnection connection, Socket peer) = await PacketConnectionTests.Connect();
        Task draining = Task.Run(() =>
        {
            byte[] buffer = new byte[64 * 1024];
            while (peer.Receive(buffer) > 0)
            {
            }
        });
        byte[] payload = new byte[60];
        Ping ping = new() { Number = 1 };
        Scene scene = new();
        PacketConnection[] members = [connection];
        List<long> rounds = [];

        // If the socket's buffer is full, the flush must wait, and the test allocates the task of that wait.
        while (rounds.Count < 2 || (rounds.Count < 50 && rounds.Skip(1).Min() > 0))
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < Batches; i++)
            {
                connection.Write(1, payload);
                connection.Write(ping);
                scene.Tick++;
                connection.Write(scene);
                PacketBroadcast.Write(members, scene);
                connection.FlushAsync().AsTask().Wait(Limit);
            }

            rounds.Add(GC.GetAllocatedBytesForCurrentThread() - before);
        }

        await connection.DisposeAsync();
        await draining.WaitAsync(Limit);
        peer.Dispose();
        Assert.That(rounds.Skip(1).Min(), Is.Zero, "bytes on the calling thread");
    }

    /// <summary>Sends the next packet after each received one.</summary>
    /// <returns>The minimum number of bytes that the process allocated in a round. The first round warms up and does not count.</returns>
    private static async Task<long> AllocatedByAnswers(PacketConnection connection, int packets, int rounds)
    {
        byte[] payload = new byte[60];
        int received = 0;
        long before = 0;
        long least = long.MaxValue;
        await connection.SendAsync(1, payload);
        await foreach (PacketReadResult _ in connection.ReadAllAsync())
        {
            if (++received % packets == 0)
            {
                long now = GC.GetTotalAllocatedBytes(precise: true);
                if (received > packets)
                {
                    least = Math.Min(least, now - before);
                }

                before = now;
                if (received == (rounds + 1) * packets)
                {
                    break;
                }
            }

            await connection.SendAsync(1, payload);
        }

        return least;
    }

    private sealed class SilentObserver : PacketConnectionObserver;
}
