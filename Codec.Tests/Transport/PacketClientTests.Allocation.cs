using Codec.Tests.Every;

namespace Codec.Tests.Transport;

/// <content>The allocations of polling and sending on the calling thread.</content>
public sealed partial class PacketClientTests
{
    [Test]
    public async Task Polling_and_sending_allocate_nothing_per_packet()
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

        PacketRoutes<int[]> routes = new PacketRoutes<int[]>().AddDefault(static (counts, in packet) => counts[0]++);
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
                    if (sent < Packets && (sent % 2 == 0 ? client.TrySend(7, Packet7) : client.TrySend(new Ping { Number = 1 })))
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
}
