namespace Codec.Bench.Runtimes;

/// <summary>One benchmark method, called in a loop through a delegate.</summary>
internal sealed class Case : IWorkload
{
    /// <summary>The method is missing in Mono's reference assemblies, but not in Mono. Both runtimes call it through the same delegate.</summary>
    private static readonly Func<long> AllocatedBytes = (Func<long>)Delegate.CreateDelegate(
        typeof(Func<long>), typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread", BindingFlags.Public | BindingFlags.Static)!);

    private readonly Action? _void;
    private readonly Func<int>? _result;
    private int _last;

    internal Case(object instance, MethodInfo method)
    {
        Name = method.Name;
        OperationsPerCall = method.GetCustomAttribute<BenchmarkAttribute>()!.OperationsPerInvoke;
        _void = method.ReturnType == typeof(void) ? (Action)method.CreateDelegate(typeof(Action), instance) : null;
        _result = method.ReturnType == typeof(int) ? (Func<int>)method.CreateDelegate(typeof(Func<int>), instance) : null;
    }

    public int OperationsPerCall { get; }

    public long CompiledMethods => JitCounter.CompiledMethods;

    internal string Name { get; }

    public double Run(long calls)
    {
        long start = Stopwatch.GetTimestamp();
        Repeat(calls);
        return (Stopwatch.GetTimestamp() - start) * (1e9 / Stopwatch.Frequency);
    }

    public double Allocate(long calls)
    {
        long before = AllocatedBytes();
        Repeat(calls);
        return AllocatedBytes() - before;
    }

    private void Repeat(long calls)
    {
        for (long i = 0; i < calls; i++)
        {
            if (_void is not null)
            {
                _void();
            }
            else
            {
                _last = _result!();
            }
        }

        GC.KeepAlive(_last);
    }
}
