using Codec.Sessions;
using Codec.Tests.Asking;

namespace Codec.Tests.Sessions;

/// <summary>Tests that pings and requests, with their answers, allocate nothing.</summary>
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

    [Test]
    public async Task A_request_and_its_answer_allocate_nothing([Values] bool hasToken)
    {
        TestedBuild.IgnoreIfNetStandard("netstandard's sockets and thread pool allocate.");

        const int Requests = 500;
        (Socket near, Socket far) = await Transport.PacketConnectionTests.ConnectSockets();
        await using PacketConnection client = new(near, options: SessionPair.Options(SessionPair.Plain));
        await using PacketConnection server = new(far, options: SessionPair.Options(SessionPair.Plain));
        PacketRoutes<PacketConnection> routes = new();
        routes.AddCount((PacketConnection state, in Count count) => state.Session!.Answer(new Total { Value = count.Value }));
        Task serving = SessionPair.Run(server, routes);
        Task reading = SessionPair.ReadIds(client);
        using CancellationTokenSource cancellation = new();
        long least = long.MaxValue;
        long sum = 0;
        int rounds = 0;

        // Code that is not optimized yet boxes structs. An allocation of each request would occur in every round.
        for (long start = Stopwatch.GetTimestamp(); least / Requests >= 24 && Stopwatch.GetElapsedTime(start) < SessionPair.Limit; rounds++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            for (uint i = 0; i < Requests; i++)
            {
                // NUnit's synchronization context would allocate.
                Total total = await client.Session!.AskAsync(new Count { Value = i }, hasToken ? cancellation.Token : default).ConfigureAwait(false);
                sum += total.Value;
            }

            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        await SessionPair.End(client, server, serving, reading);
        Assert.That(sum, Is.EqualTo((long)rounds * Requests * (Requests - 1) / 2));
        Assert.That(least / (double)Requests, Is.LessThan(24), "bytes for each request and its answer");
    }
}
