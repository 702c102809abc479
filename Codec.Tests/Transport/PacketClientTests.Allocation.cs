using Codec.Tests.Every;

namespace Codec.Tests.Transport;

/// <content>The allocations of polling and sending on the calling thread.</content>
public sealed partial class PacketClientTests
{
    [Test]
    public void Polling_and_sending_allocate_nothing_per_packet()
    {
        const int Packets = 1000;
        ArraySegment<byte> chunk = new([.. Enumerable.Repeat(Packet7, Packets).SelectMany(packet => packet)]);
        RepeatingTransport transport = new(chunk);
        PacketRoutes<int[]> routes = new PacketRoutes<int[]>().AddRaw(7, static (counts, in packet) => counts[0]++);
        int[] counts = [0];
        using PacketDispatcher<int[]> dispatcher = new(routes, counts, PacketDirections.ToClient);
        using PacketClient client = new(_ => new ValueTask<IPacketClientTransport>(transport));
        client.Connect();
        long allocated = 0;
        for (int round = 0; round < 3; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 10; i++)
            {
                transport.HasChunk = true;
                client.Poll(dispatcher, maxDuration: TimeSpan.FromMinutes(1));
                client.TrySend(new Ping { Number = 1 });
                client.TrySend(7, chunk.AsSpan());
            }

            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        }

        Assert.That((allocated, counts[0], transport.Sent), Is.EqualTo((0L, 30 * Packets, 60)));
    }

    [Test]
    public async Task Polling_and_sending_over_a_socket_allocate_nothing_per_packet()
    {
        TestedBuild.IgnoreIfNetStandard("netstandard's thread pool allocates 40 bytes for each write that starts.");

        const int Packets = 200;
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0));
        using CancellationTokenSource stop = new();
        Task serving = Task.Run(async () =>
        {
            await using PacketConnection server = await listener.AcceptAsync(stop.Token);
            await foreach (Codec.Framing.PacketReadResult result in server.ReadAllAsync())
            {
                ValueTask sending = server.SendAsync(result.Packet.Id, result.Packet.Payload);
                await sending;
            }
        });

        PacketRoutes<int[]> routes = new PacketRoutes<int[]>().AddRaw(7, static (counts, in packet) => counts[0]++);
        int[] counts = [0];
        using PacketDispatcher<int[]> dispatcher = new(routes, counts, PacketDirections.ToClient);
        using (PacketClient client = PacketClient.ForTcp("127.0.0.1", ((IPEndPoint)listener.EndPoint).Port))
        {
            client.Connect();
            List<long> rounds = [];

            // The first round includes connecting and warm-up. Each thread of the pool that writes for the first time keeps a block of 576 bytes, so
            // several more rounds allocate on a busy machine.
            while (rounds.Count < 2 || (rounds.Count < 50 && rounds.Skip(1).Min() >= Packets))
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                int goal = counts[0] + Packets;
                int sent = 0;
                while (counts[0] < goal)
                {
                    if (sent < Packets && client.TrySend(7, Packet7))
                    {
                        sent++;
                    }

                    client.Poll(dispatcher);
                    Thread.Yield();
                }

                rounds.Add(GC.GetAllocatedBytesForCurrentThread() - before);
            }

            Assert.That(rounds.Skip(1).Min(), Is.LessThan(Packets), "bytes on the calling thread, for so many packets");
        }

        await serving.WaitAsync(TimeSpan.FromSeconds(30));
    }

    private sealed class RepeatingTransport(ArraySegment<byte> chunk) : IPacketClientTransport
    {
        public bool HasChunk { get; set; }

        public int Sent { get; private set; }

        public bool TryReceive(out ArraySegment<byte> bytes)
        {
            bytes = HasChunk ? chunk : default;
            return HasChunk && !(HasChunk = false);
        }

        public bool TrySend(ArraySegment<byte> bytes)
        {
            Sent++;
            return true;
        }

        public void Dispose()
        {
        }
    }
}
