namespace Codec.Bench.Runtimes;

/// <summary>One benchmark method, called in a loop through a delegate.</summary>
internal sealed class Case : IWorkload
{
    /// <summary>The method is missing in Mono's reference assemblies, but not in Mono. Both runtimes call it through the same delegate.</summary>
    private static readonly Func<long> AllocatedBytes = (Func<long>)Delegate.CreateDelegate(
        typeof(Func<long>), typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread", BindingFlags.Public | BindingFlags.Static)!);

    private readonly Action<long> _repeat;

    /// <param name="instance">The benchmarks, after their setup.</param>
    /// <param name="method">The benchmark.</param>
    /// <param name="operations">The number of operations in each of those that the benchmark counts.</param>
    internal Case(object instance, MethodInfo method, int operations)
    {
        Name = method.Name;
        OperationsPerCall = method.GetCustomAttribute<BenchmarkAttribute>()!.OperationsPerInvoke * operations;
        _repeat = method.ReturnType == typeof(void) ? Repeat((Action)method.CreateDelegate(typeof(Action), instance))
            : method.ReturnType == typeof(int) ? Repeat((Func<int>)method.CreateDelegate(typeof(Func<int>), instance))
            : method.ReturnType == typeof(long) ? Repeat((Func<long>)method.CreateDelegate(typeof(Func<long>), instance))
            : Repeat((Func<double>)method.CreateDelegate(typeof(Func<double>), instance));
    }

    public int OperationsPerCall { get; }

    public long CompiledMethods => JitCounter.CompiledMethods;

    internal string Name { get; }

    public double Run(long calls)
    {
        long start = Stopwatch.GetTimestamp();
        _repeat(calls);
        return (Stopwatch.GetTimestamp() - start) * (1e9 / Stopwatch.Frequency);
    }

    public double Allocate(long calls)
    {
        long before = AllocatedBytes();
        _repeat(calls);
        return AllocatedBytes() - before;
    }

    private static Action<long> Repeat(Action call) => calls =>
    {
        for (long i = 0; i < calls; i++)
        {
            call();
        }
    };

    private static Action<long> Repeat<T>(Func<T> call) => calls =>
    {
        for (long i = 0; i < calls; i++)
        {
            Keep(call());
        }
    };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Keep<T>(T value)
    {
    }
}
