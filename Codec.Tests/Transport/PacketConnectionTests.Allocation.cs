using System;
using System.Net.Sockets;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <content>What a packet allocates.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task Once_warm_packets_there_and_back_allocate_nothing()
    {
        if (Array.Exists(typeof(PacketConnection).Assembly.GetReferencedAssemblies(), static reference => reference.Name == "netstandard"))
        {
            Assert.Ignore("netstandard's sockets and thread pool allocate.");
        }

        const int Packets = 20_000;
        (PacketConnection connection, Socket peer) = await Connect();
        await using PacketConnection echo = new(peer);
        Task echoing = Task.Run(async () =>
        {
            await foreach (PacketReadResult result in echo.ReadAllAsync())
            {
                ValueTask sent = echo.SendAsync(result.Packet.Id, result.Packet.FirstPayloadSpan);
                await sent;
            }
        });

        // Not in the test's own method: NUnit's synchronization context allocates for each wait there.
        long allocated = await Task.Run(() => AllocatedByAnswers(connection, Packets));
        await connection.CompleteAsync();
        await echoing.WaitAsync(Limit);
        await connection.DisposeAsync();

        // The test host allocates a little besides, now and then.
        Assert.That(allocated / (1.5 * Packets), Is.LessThan(1), "bytes a packet sent and received");
    }

    /// <summary>Sends a packet after each that comes.</summary>
    /// <returns>The bytes allocated by the whole process, from a quarter of the packets on.</returns>
    private static async Task<long> AllocatedByAnswers(PacketConnection connection, int packets)
    {
        byte[] payload = new byte[60];
        int received = 0;
        long before = 0;
        await connection.SendAsync(1, payload);
        await foreach (PacketReadResult _ in connection.ReadAllAsync())
        {
            if (++received == packets / 4)
            {
                before = GC.GetTotalAllocatedBytes(precise: true);
            }
            else if (received == packets)
            {
                break;
            }

            await connection.SendAsync(1, payload);
        }

        return GC.GetTotalAllocatedBytes(precise: true) - before;
    }
}
