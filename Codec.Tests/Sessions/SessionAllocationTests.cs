using Codec.Sessions;

namespace Codec.Tests.Sessions;

/// <summary>Tests that pings and their answers allocate nothing.</summary>
[TestFixture]
[NonParallelizable] // Allocation is counted over the whole process.
public sealed class SessionAllocationTests
{
    [Test]
    public async Task A_heartbeat_allocates_nothing()
    {
        TestedBuild.IgnoreIfNetStandard("netstandard's sockets and thread pool allocate.");

        const int Pings = 50;
        (Socket near, Socket far) = await Transport.PacketConnectionTests.ConnectSockets();
        PacketSessionOptions beating = new() { HeartbeatInterval = TimeSpan.FromMilliseconds(1), HeartbeatTimeout = SessionPair.Limit };
        await using PacketConnection client = new(near, options: SessionPair.Options(beating));
        await using PacketConnection server = new(far, options: SessionPair.Options(SessionPair.Plain));
        Task<List<uint>> atClient = Task.Run(() => SessionPair.ReadIds(client));
        Task<List<uint>> atServer = Task.Run(() => SessionPair.ReadIds(server));

        // A pong has 20 bytes.
        long least = long.MaxValue;
        for (int round = 0; round < 20; round++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            long end = client.Received.Received + (Pings * 20);
            Assert.That(SpinWait.SpinUntil(() => client.Received.Received >= end, SessionPair.Limit), Is.True);

            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        await client.CompleteAsync();
        await server.CompleteAsync();
        Assert.That((await atClient.WaitAsync(SessionPair.Limit)).Concat(await atServer.WaitAsync(SessionPair.Limit)), Is.Empty);

        // An allocation of each ping would occur in every round.
        Assert.That(least / (double)Pings, Is.LessThan(24), "bytes for each ping and pong");
        Assert.That(client.Session!.RoundTripTime, Is.GreaterThan(TimeSpan.Zero));
    }
}
