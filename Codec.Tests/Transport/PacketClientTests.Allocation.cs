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
