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
        const int Pings = 50;
        PacketSessionOptions beating = new() { HeartbeatInterval = TimeSpan.FromMilliseconds(1), HeartbeatTimeout = Limit };
        await AssertAllocatesNothing(beating, Pings, client =>
        {
            // A pong has 20 bytes.
            long end = client.Received.Received + (Pings * 20);
            Assert.That(SpinWait.SpinUntil(() => client.Received.Received >= end && client.Session!.RoundTripTime > TimeSpan.Zero, Limit), Is.True);
            return Task.CompletedTask;
        });
    }

    [Test]
    public async Task A_request_and_its_answer_allocate_nothing([Values] bool hasToken)
    {
        const int Requests = 500;
        using CancellationTokenSource cancellation = new();
        await AssertAllocatesNothing(SessionPair.Plain, Requests, async client =>
        {
            long sum = 0;
            for (uint i = 0; i < Requests; i++)
            {
                // NUnit's synchronization context would allocate.
                Total total = await client.Session!.AskAsync(new Count { Value = i }, hasToken ? cancellation.Token : default).ConfigureAwait(false);
                sum += total.Value;
            }

            Assert.That(sum, Is.EqualTo((long)Requests * (Requests - 1) / 2));
        });
    }

    /// <summary>Asserts that operations between two sessions over sockets allocate nothing in the best of many rounds.</summary>
    private static async Task AssertAllocatesNothing(PacketSessionOptions options, int operations, Func<PacketConnection, Task> round)
    {
        TestedBuild.IgnoreIfNetStandard("netstandard's sockets and thread pool allocate.");

        (Socket near, Socket far) = await Transport.PacketConnectionTests.ConnectSockets();
        await using PacketConnection client = new(near, options: SessionPair.Options(options));
        await using PacketConnection server = new(far, options: SessionPair.Options(SessionPair.Plain));
        PacketRoutes<PacketConnection> routes = new();
        routes.AddCount((PacketConnection state, in Count count) => state.Session!.Answer(new Total { Value = count.Value }));
        Task serving = SessionPair.Run(server, routes);
        Task<List<uint>> reading = Task.Run(() => SessionPair.ReadIds(client));
        long least = long.MaxValue;

        // Code that is not optimized yet boxes structs. An allocation of each operation would occur in every round.
        for (long start = Stopwatch.GetTimestamp(); least / operations >= 24 && Stopwatch.GetElapsedTime(start) < Limit;)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            await round(client).ConfigureAwait(false);
            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        await SessionPair.End(client, server, serving, reading);
        Assert.That(least / (double)operations, Is.LessThan(24), "bytes for each operation");
    }
}
