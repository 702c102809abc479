using System;
using System.Net.Sockets;
using System.Reflection;
using System.Runtime;
using System.Threading;

namespace Codec.Bench.Measuring;

/// <summary>
/// What the runtime has made for itself. It allocates now and then while sockets are awaited, which a trace with a stack for every object showed:
/// it doubles the queue in which its socket thread leaves events for the pool, starts threads of the pool, and compiles methods again.
/// </summary>
/// <remarks>
/// The queue is a ring that is full, however few events it holds, when a thread that takes an event loses the processor for a whole turn of the
/// ring. Then <c>SocketAsyncEngine.EventLoop</c> allocates a ring of twice the slots: 256 bytes and 24 for each slot, so 3,328 bytes for 128 slots.
/// A thread of the pool is some 1,050 bytes. What the JIT's thread allocates is less than 100 bytes, but up to 8 KB are counted for it: the rest
/// of the piece of the heap that it was given.
/// </remarks>
/// <param name="PoolThreads">The threads of the pool.</param>
/// <param name="EventSlots">The slots of the queues of socket events; 0 if this runtime has no such queue.</param>
/// <param name="CompiledMethods">The methods compiled so far.</param>
public readonly record struct RuntimeGrowth(int PoolThreads, long EventSlots, long CompiledMethods)
{
    /// <summary>After so many rounds the runtime no longer grows, unless the machine is busy with something else.</summary>
    public const int MaxRounds = 10;

    private const BindingFlags AnyField = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance;

    /// <summary>What the runtime has now. If it has the same after a measurement, it allocated nothing of this kind meanwhile.</summary>
    public static RuntimeGrowth Now => new(ThreadPool.ThreadCount, CountEventSlots(), JitInfo.GetCompiledMethodCount());

    /// <summary>Runs rounds until the runtime does not grow in one, and returns what that round returned; the last one's if there is none.</summary>
    /// <param name="now">Returns what the runtime has.</param>
    /// <param name="round">Returns what was measured.</param>
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
