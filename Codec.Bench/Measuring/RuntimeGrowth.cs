using System;
using System.Net.Sockets;
using System.Reflection;
using System.Runtime;
using System.Threading;

namespace Codec.Bench.Measuring;

/// <summary>
/// The resources that the runtime has allocated for itself. During asynchronous socket calls, the runtime sometimes allocates memory: it doubles the
/// queue of events from its socket thread to the pool, starts threads of the pool, and recompiles methods. A trace with the stack of every object
/// showed this.
/// </summary>
/// <remarks>
/// The queue is a ring. Even if there are few events, the ring is full if a thread that takes an event is preempted while the writer goes once around
/// the ring. <c>SocketAsyncEngine.EventLoop</c> then allocates a ring with twice the slots: 256 bytes and 24 for each slot, so 3,328 bytes for 128
/// slots. A thread of the pool takes some 1,050 bytes. The JIT's thread allocates less than 100 bytes, but up to 8 KB are counted for it: the rest of
/// its allocation context in the heap.
/// </remarks>
/// <param name="PoolThreads">The number of threads of the pool.</param>
/// <param name="EventSlots">The number of slots of the queues of socket events; 0 if this runtime has no such queue.</param>
/// <param name="CompiledMethods">The number of methods compiled so far.</param>
public readonly record struct RuntimeGrowth(int PoolThreads, long EventSlots, long CompiledMethods)
{
    /// <summary>The maximum number of rounds. Unless the machine is busy, the runtime stops growing within this number.</summary>
    public const int MaxRounds = 10;

    private const BindingFlags AnyField = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance;

    /// <summary>Gets the current resources. If they are the same after a measurement, the runtime allocated nothing of this kind during it.</summary>
    public static RuntimeGrowth Now => new(ThreadPool.ThreadCount, CountEventSlots(), JitInfo.GetCompiledMethodCount());

    /// <summary>
    /// Repeats a round until the runtime does not grow during it, at most <see cref="MaxRounds"/> times. Returns the result of the last round.
    /// </summary>
    /// <param name="now">Returns the current resources.</param>
    /// <param name="round">Runs a round and returns its result.</param>
    public static T RoundWithoutGrowth<T>(Func<RuntimeGrowth> now, Func<T> round)
    {
        for (int rounds = 1; ; rounds++)
        {
            RuntimeGrowth before = now();
            T measured = round();
            if (rounds == MaxRounds || now() == before)
            {
                return measured;
            }
        }
    }

    private static long CountEventSlots()
    {
        FieldInfo? engines = typeof(Socket).Assembly.GetType("System.Net.Sockets.SocketAsyncEngine")?.GetField("s_engines", AnyField);
        long slots = 0;
        foreach (object engine in (Array?)engines?.GetValue(null) ?? Array.Empty<object>())
        {
            slots += (Read(Read(Read(engine, "_eventQueue"), "_tail"), "_slots") as Array)?.Length ?? 0;
        }

        return slots;
    }

    private static object? Read(object? owner, string field) => owner?.GetType().GetField(field, AnyField)?.GetValue(owner);
}
