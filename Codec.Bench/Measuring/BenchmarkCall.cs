namespace Codec.Bench.Measuring;

/// <summary>A [Benchmark] method that is called in a loop through a typed delegate, so that a call takes about a nanosecond and nothing is boxed.</summary>
internal class BenchmarkCall(object instance, MethodInfo method, int operations = 1) : IWorkload
{
    // With a profile, the JIT would inline one of two methods into its loop, which is a factor of two for a few nanoseconds. Code that is optimized at
    // its first compilation has no profile. This is AggressiveOptimization, which .NET Framework does not name.
    internal const MethodImplOptions Unprofiled = (MethodImplOptions)512;

    private readonly Action<long> _run = Loop(instance, method);

    public int OperationsPerCall { get; } = method.GetCustomAttribute<BenchmarkAttribute>()!.OperationsPerInvoke * operations;
    public long CompiledMethods => JitCounter.CompiledMethods;
    internal string Name => method.Name;

    public double Run(long calls)
    {
        long start = Stopwatch.GetTimestamp();
        _run(calls);
        return (Stopwatch.GetTimestamp() - start) * (1e9 / Stopwatch.Frequency);
    }

    public double Allocate(long calls)
    {
        long before = AllocationCounter.Bytes;
        _run(calls);
        return AllocationCounter.Bytes - before;
    }

    /// <summary>Returns an action that calls the method a number of times, and waits for each asynchronous call.</summary>
    internal static Action<long> Loop(object instance, MethodInfo method)
    {
        Type result = method.ReturnType;
        return result == typeof(void) ? Of((Action)Call(typeof(Action)))
            : result == typeof(int) ? Of((Func<int>)Call(typeof(Func<int>)))
            : result == typeof(long) ? Of((Func<long>)Call(typeof(Func<long>)))
            : result == typeof(ulong) ? Of((Func<ulong>)Call(typeof(Func<ulong>)))
            : result == typeof(double) ? Of((Func<double>)Call(typeof(Func<double>)))
            : result == typeof(bool) ? Of((Func<bool>)Call(typeof(Func<bool>)))
            : result == typeof(ValueTask<long>) ? Of((Func<ValueTask<long>>)Call(typeof(Func<ValueTask<long>>)))
            : Of((Func<Task>)Call(typeof(Func<Task>)));

        Delegate Call(Type type) => method.CreateDelegate(type, instance);
    }

    private static Action<long> Of(Action call) => [MethodImpl(Unprofiled)] (count) =>
    {
        for (long i = 0; i < count; i++)
        {
            call();
        }
    };

    private static Action<long> Of(Func<Task> call) => [MethodImpl(Unprofiled)] (count) =>
    {
        for (long i = 0; i < count; i++)
        {
            call().GetAwaiter().GetResult();
        }
    };

    private static Action<long> Of(Func<ValueTask<long>> call) => [MethodImpl(Unprofiled)] (count) =>
    {
        for (long i = 0; i < count; i++)
        {
            ValueTask<long> task = call();
            _ = task.IsCompleted ? task.Result : task.AsTask().GetAwaiter().GetResult();
        }
    };

    private static Action<long> Of<T>(Func<T> call)
        where T : struct => [MethodImpl(Unprofiled)] (count) =>
    {
        T last = default;
        for (long i = 0; i < count; i++)
        {
            last = call();
        }

        Keep(last);
    };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Keep<T>(T value)
    {
    }
}
