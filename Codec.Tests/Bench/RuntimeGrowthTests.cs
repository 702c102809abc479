using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Bench.Measuring;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests that the runtime's own allocations are distinguished from those of a benchmark.</summary>
[TestFixture]
[NonParallelizable] // Threads of the pool are counted.
public sealed class RuntimeGrowthTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    [Test]
    public async Task The_size_of_the_socket_event_queue_can_be_read_from_this_runtime()
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Ignore("Run on Linux: other systems have other queues.");
        }

        using Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        Task<int> receiving = socket.ReceiveAsync(new byte[1], SocketFlags.None);
        socket.SendTo([1], socket.LocalEndPoint!);
        await receiving.WaitAsync(Limit);

        // The minimum size of the ring.
        Assert.That(RuntimeGrowth.Now.EventSlots, Is.AtLeast(32));
    }

    [Test]
    public void A_round_in_which_the_runtime_grows_is_repeated()
    {
        int[] slots = [1, 2, 2, 4, 4, 4];
        int asked = 0;
        int rounds = 0;
        int counted = RuntimeGrowth.RoundWithoutGrowth(() => new RuntimeGrowth(0, slots[asked++], 0), () => ++rounds);
        Assert.That((counted, rounds), Is.EqualTo((3, 3)));
    }

    [Test]
    public void The_last_round_counts_if_the_runtime_always_grows()
    {
        int slots = 0;
        int rounds = 0;
        int counted = RuntimeGrowth.RoundWithoutGrowth(() => new RuntimeGrowth(0, slots++, 0), () => ++rounds);
        Assert.That((counted, rounds), Is.EqualTo((RuntimeGrowth.MaxRounds, RuntimeGrowth.MaxRounds)));
    }

    [Test]
    public void A_thread_started_by_the_thread_pool_counts_as_growth()
    {
        RuntimeGrowth before = RuntimeGrowth.Now;
        TaskCompletionSource<bool> go = new();
        using CountdownEvent busy = new(before.PoolThreads + 1);
        for (int i = 0; i <= before.PoolThreads; i++)
        {
            ThreadPool.QueueUserWorkItem(_ =>
            {
                busy.Signal();
                go.Task.Wait();
            });
        }

        Assert.That(busy.Wait(Limit), Is.True);
        RuntimeGrowth after = RuntimeGrowth.Now;
        go.SetResult(true);
        Assert.That(after.PoolThreads, Is.GreaterThan(before.PoolThreads));
        Assert.That(after, Is.Not.EqualTo(before));
    }
}
