using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;

namespace Codec.Bench.Measuring;

/// <summary>
/// Measures workloads in rounds, in each of which every workload has a turn of about a millisecond: a change of the machine hits all of
/// them alike. Times count only if the code has settled: no method was compiled for a while before the first round nor during the rounds,
/// and the median is stable. If a method is compiled, the times before it are dropped and the warm-up goes on. What has not settled at the
/// time limit is marked.
/// </summary>
/// <remarks>
/// This is the only code that takes times: for the ranking, budgets, the report, the comparison and the other runtimes. BenchmarkDotNet takes
/// those of <c>-- --filter</c>.
/// </remarks>
internal sealed class Measurer
{
    /// <summary>
    /// The JIT starts a tier when it has compiled nothing new for 100 ms, and compiles on a background thread, which is late on a busy
    /// machine. After three times as long without a compiled method, none is pending.
    /// </summary>
    internal static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(300);

    /// <summary>
    /// A call this long repeats its hot code so often that the JIT has compiled both tiers of it within a few calls, which the warm-up has.
    /// What is compiled later runs once or twice in each call and takes none of its time. The median alone decides then.
    /// </summary>
    internal static readonly TimeSpan LongCall = TimeSpan.FromMilliseconds(100);

    /// <summary>A method is compiled again after 30 calls, instrumented, and once more after 30 calls of that.</summary>
    private const long WarmCalls = 60;

    /// <summary>The time after which a slow workload is warm although it was not called so often; all of them together must not take minutes.</summary>
    private const double WarmNanoseconds = 1e9;

    private readonly IReadOnlyList<IWorkload> _workloads;
    private readonly MeasurePlan _plan;
    private readonly Func<TimeSpan> _clock;
    private readonly long[] _calls;
    private readonly long[] _warmCalls;
    private readonly double[] _warmTimes;
    private readonly double[] _leastCalls;
    private readonly List<double>[] _times;
    private long _compiled;
    private TimeSpan _lastCompiled;
    private bool _isWarm;
    private bool _hasLongCalls;
    private bool _isReversed;

    private Measurer(IReadOnlyList<IWorkload> workloads, MeasurePlan plan, Func<TimeSpan> clock)
    {
        (_workloads, _plan, _clock) = (workloads, plan, clock);
        _calls = [.. workloads.Select(_ => 1L)];
        _warmCalls = new long[workloads.Count];
        _warmTimes = new double[workloads.Count];
        _leastCalls = [.. workloads.Select(_ => double.MaxValue)];
        _times = [.. workloads.Select(_ => new List<double>())];
        _compiled = CompiledMethods();
        _lastCompiled = clock();
    }

    /// <summary>Measures the workloads, and returns a measurement for each.</summary>
    internal static Measurement[] Measure(IReadOnlyList<IWorkload> workloads, MeasurePlan plan)
    {
        var watch = Stopwatch.StartNew();
        return Measure(workloads, plan, () => watch.Elapsed);
    }

    /// <summary>Measures the workloads by another clock.</summary>
    internal static Measurement[] Measure(IReadOnlyList<IWorkload> workloads, MeasurePlan plan, Func<TimeSpan> clock) =>
        new Measurer(workloads, plan, clock).Measure();

    private Measurement[] Measure()
    {
        TimeSpan limit = _clock() + _plan.Limit;
        do
        {
            WarmUp(limit);
            FindCalls();
        }
        while (!Sample(limit));

        return [.. _workloads.Select((_, index) => new Measurement(_times[index], _calls[index], SettlingOf(index)))];
    }

    /// <summary>Runs until nothing is compiled any more, or until the limit.</summary>
    private void WarmUp(TimeSpan limit)
    {
        TimeSpan now;
        do
        {
            Round(isWarmUp: true);
            now = _clock();
            _isWarm = _hasLongCalls || now - _lastCompiled >= Quiet;
            for (int i = 0; i < _calls.Length; i++)
            {
                _isWarm &= _warmCalls[i] >= WarmCalls || _warmTimes[i] >= WarmNanoseconds;
            }
        }
        while (!_isWarm && now < limit);
    }

    private void FindCalls()
    {
        for (int i = 0; i < _calls.Length; i++)
        {
            _calls[i] = _hasLongCalls && _calls[i] == 1 ? 1 : TurnLength.CallsIn(_plan.Turn, _workloads[i]);
        }
    }

    /// <summary>
    /// Fills the window of times; returns <see langword="false"/> if the warm-up has to go on. A window that is not stable moves on by a
    /// third of itself until the limit. Code that is not warm at the limit gets the fewest times, so that there is something to show.
    /// </summary>
    private bool Sample(TimeSpan limit)
    {
        foreach (List<double> times in _times)
        {
            times.Clear();
        }

        bool hadLongCalls = _hasLongCalls;
        TimeSpan start = _clock();
        while (true)
        {
            bool isDisturbed = Round(isWarmUp: false) || (hadLongCalls && !_hasLongCalls);
            TimeSpan now = _clock();
            if (_isWarm && isDisturbed)
            {
                _isWarm = false;
                if (now < limit)
                {
                    return false;
                }
            }

            int rounds = _times[0].Count;
            if (_isWarm ? _plan.IsUnfinished(rounds, now - start, _hasLongCalls) : rounds < _plan.Fewest(_hasLongCalls))
            {
                continue;
            }

            if (!_isWarm || now >= limit || AreStable())
            {
                return true;
            }

            int dropped = Math.Max(1, rounds / 3);
            foreach (List<double> times in _times)
            {
                times.RemoveRange(0, dropped);
            }

            start = now - TimeSpan.FromTicks((now - start).Ticks * (rounds - dropped) / rounds);

            // What the check itself compiled is not the workloads'.
            _compiled = CompiledMethods();
        }
    }

    /// <summary>Gives every workload a turn; returns whether a method was compiled in the round.</summary>
    private bool Round(bool isWarmUp)
    {
        // First one goes first, then the other, so that what one leaves in the caches favours neither.
        _isReversed = !_isReversed;
        _hasLongCalls = false;
        for (int turn = 0; turn < _calls.Length; turn++)
        {
            int i = _isReversed ? _calls.Length - 1 - turn : turn;
            long calls = _calls[i];
            double time = _workloads[i].Run(calls);
            _leastCalls[i] = Math.Min(_leastCalls[i], time / calls);
            _hasLongCalls |= _leastCalls[i] >= LongCall.TotalMilliseconds * 1e6;
            if (isWarmUp)
            {
                _warmCalls[i] += calls;
                _warmTimes[i] += time;
                _calls[i] = time < _plan.Turn.TotalMilliseconds * 1e6 ? calls * 2 : Math.Max(1, calls / 2);
            }

            _times[i].Add(time / calls / _workloads[i].OperationsPerCall);
        }

        long compiled = CompiledMethods();
        if (compiled == _compiled || _hasLongCalls)
        {
            _compiled = compiled;
            return false;
        }

        _compiled = compiled;
        _lastCompiled = _clock();
        return true;
    }

    private Settling SettlingOf(int workload) => !_isWarm ? Settling.Compiling : IsStable(workload) ? Settling.Settled : Settling.Changing;

    private bool AreStable()
    {
        for (int i = 0; i < _calls.Length; i++)
        {
            if (!IsStable(i))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Returns whether a workload's times are stable, or, with a reference, its ratios. The reference is if all others are.</summary>
    private bool IsStable(int workload) => workload == _plan.Reference
        ? Enumerable.Range(0, _calls.Length).All(other => other == workload || IsStable(other))
        : Stability.IsStable(Series(workload));

    private List<double> Series(int workload) => _plan.Reference is { } reference
        ? [.. _times[workload].Select((time, round) => time / _times[reference][round])]
        : _times[workload];

    private long CompiledMethods()
    {
        long compiled = 0;
        foreach (IWorkload workload in _workloads)
        {
            compiled += workload.CompiledMethods;
        }

        return compiled;
    }
}
