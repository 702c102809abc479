using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;

namespace Codec.Bench.Measuring;

/// <summary>
/// Measures workloads in rounds. In each round, every workload has a turn of about a millisecond, so that a change of the machine affects all of
/// them alike. Times count only if the code has settled: no method was compiled for some time before the first round and during the rounds,
/// and the median is stable. If a method is compiled, earlier times are dropped and the warm-up continues. A workload that has not settled at
/// the time limit is marked.
/// </summary>
/// <remarks>
/// This is the only code that measures times: for the ranking, budgets, the report, the comparison and the other runtimes. Only
/// <c>-- --filter</c> uses the times of BenchmarkDotNet.
/// </remarks>
internal sealed class Measurer
{
    /// <summary>
    /// The JIT starts a tier when it has compiled nothing new for 100 ms, and compiles on a background thread, which may be delayed on a busy
    /// machine. After three times as long without a compiled method, none is pending.
    /// </summary>
    internal static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(300);

    /// <summary>
    /// A call of this length repeats its hot code so often that the JIT has compiled both tiers of it within the warm-up, which then takes a
    /// second. Methods that are compiled later run a few times per call, and their time is negligible. In this case, only the stability of the median
    /// counts. At most a few hundred of such calls fit into the time limit, too few to wait until the JIT has compiled those methods.
    /// </summary>
    internal static readonly TimeSpan LongCall = TimeSpan.FromMilliseconds(20);

    /// <summary>The JIT compiles a method again with instrumentation after 30 calls, and once more after another 30 calls.</summary>
    private const long WarmCalls = 60;

    /// <summary>
    /// The time after which a slow workload counts as warm even with fewer calls, so that all of them together do not take minutes.
    /// </summary>
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

    /// <summary>Measures the workloads with another clock.</summary>
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

    /// <summary>Runs until nothing is compiled any more, or until the time limit.</summary>
    private void WarmUp(TimeSpan limit)
    {
        TimeSpan start = _clock();
        TimeSpan now;
        do
        {
            Round(isWarmUp: true);
            now = _clock();
            _isWarm = _plan.WarmUp is { } length ? now - start >= length : _hasLongCalls || now - _lastCompiled >= Quiet;
            for (int i = 0; i < _calls.Length; i++)
            {
                bool isWarm = _warmCalls[i] >= WarmCalls || _warmTimes[i] >= WarmNanoseconds;
                if (!isWarm && _hasLongCalls)
                {
                    // The missing calls are one turn: rounds with the long calls of another workload would exceed the time limit.
                    _calls[i] = Math.Min(WarmCalls - _warmCalls[i], (long)Math.Ceiling((WarmNanoseconds - _warmTimes[i]) / _leastCalls[i]));
                }

                _isWarm &= isWarm;
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
    /// Fills the window of times. Returns <see langword="false"/> if the warm-up must continue. A window that is not stable advances by a third of
    /// its length until the time limit. For code that is not warm at the limit, the minimum number of times is taken, so that there is a result.
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
            if (_isWarm && isDisturbed && _plan.WarmUp is null)
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

            // Methods that the check itself compiled do not belong to the workloads.
            _compiled = CompiledMethods();
        }
    }

    /// <summary>Runs a turn of every workload. Returns whether a method was compiled in the round.</summary>
    private bool Round(bool isWarmUp)
    {
        // The order alternates, so that no workload benefits from the caches of the other.
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

    /// <summary>Returns whether a workload's times are stable, or, with a reference, its ratios. The reference is stable if all others are.</summary>
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
