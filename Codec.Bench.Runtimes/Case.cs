using System;
using System.Diagnostics;
using System.Reflection;
using BenchmarkDotNet.Attributes;

namespace Codec.Bench.Runtimes;

/// <summary>One benchmark method, called in a loop through a delegate.</summary>
internal sealed class Case
{
    /// <summary>Far above the clock's resolution, far below a scheduler's slice.</summary>
    private const double SampleMilliseconds = 1;

    /// <summary>Mono's reference assemblies lack the method that Mono has; both runtimes are asked in the same way.</summary>
    private static readonly Func<long> AllocatedBytes = (Func<long>)Delegate.CreateDelegate(
        typeof(Func<long>), typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread", BindingFlags.Public | BindingFlags.Static)!);

    private readonly Action? _void;
    private readonly Func<int>? _result;
    private readonly int _operations;
    private int _last;

    internal Case(object instance, MethodInfo method)
    {
        Name = method.Name;
        _operations = method.GetCustomAttribute<BenchmarkAttribute>()!.OperationsPerInvoke;
        _void = method.ReturnType == typeof(void) ? (Action)method.CreateDelegate(typeof(Action), instance) : null;
        _result = _void is null ? (Func<int>)method.CreateDelegate(typeof(Func<int>), instance) : null;
    }

    internal string Name { get; }

    /// <summary>Calls in one sample.</summary>
    internal long Calls { get; private set; } = 1;

    internal void Run(long calls)
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

    /// <summary>Runs for so long.</summary>
    internal void WarmUp(TimeSpan time)
    {
        var watch = Stopwatch.StartNew();
        while (watch.Elapsed < time)
        {
            Run(16);
        }
    }

    /// <summary>Finds how many calls make a sample; a thread that is set aside once makes one short sample look long, and hardly three.</summary>
    internal void SettleCalls()
    {
        while (Math.Min(Sample(), Math.Min(Sample(), Sample())) * Calls * _operations < SampleMilliseconds * 1e6)
        {
            Calls *= 2;
        }
    }

    /// <summary>Nanoseconds an operation, over one sample.</summary>
    internal double Sample()
    {
        long start = Stopwatch.GetTimestamp();
        Run(Calls);
        return (Stopwatch.GetTimestamp() - start) * (1e9 / Stopwatch.Frequency) / Calls / _operations;
    }

    /// <summary>Bytes that an operation allocates.</summary>
    internal double Bytes()
    {
        const int Calls = 100;
        long before = AllocatedBytes();
        Run(Calls);
        return (AllocatedBytes() - before) / (double)Calls / _operations;
    }
}
