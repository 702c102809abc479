namespace Codec.Bench.Measuring;

/// <summary>
/// Measures workloads in rounds, in which every workload has a turn of about a millisecond. Times count only after the code has settled: no method
/// was compiled for some time before the rounds and during them, and the median is stable. If a method is compiled, earlier times are dropped.
/// </summary>
internal sealed class Measurer
{
    /// <summary>The JIT starts a tier when it has compiled nothing new for a delay. After three delays, nothing is pending.</summary>
    internal static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(3 * TieringDelay());

    private const int DefaultTieringDelay = 100;

    // A call of this length repeats its hot code so often that both tiers of it are compiled within the warm-up. Methods that are compiled later run
    // a few times per call, so only the stability of the median counts.
    private const double LongCall = 20e6;

    // The JIT compiles a method again with instrumentation after 30 calls, and once more after another 30 calls.
    private const long WarmCalls = 60;

    // After this time, a slow workload is warm with fewer calls. Otherwise, all of them together would take minutes.
    private const double WarmNanoseconds = 1e9;

    private readonly Turns[] _turns;
    private readonly MeasurePlan _plan;
    private readonly Func<TimeSpan> _clock;
    private readonly TimeSpan _start;
    private long _compiled;
    private TimeSpan _lastCompiled;
    private bool _isWarm;
    private bool _hasLongCalls;
    private bool _isReversed;

    private Measurer(IReadOnlyList<IWorkload> workloads, MeasurePlan plan, Func<TimeSpan> clock)
    {
        (_turns, _plan, _clock) = ([.. workloads.Select(workload => new Turns(workload))], plan, clock);
        _compiled = CompiledMethods();
        _lastCompiled = _start = clock();
    }

    internal static Measurement[] Measure(IReadOnlyList<IWorkload> workloads, MeasurePlan plan)
    {
        var watch = Stopwatch.StartNew();
        return Measure(workloads, plan, () => watch.Elapsed);
    }

    internal static Measurement[] Measure(IReadOnlyList<IWorkload> workloads, MeasurePlan plan, Func<TimeSpan> clock) =>
        new Measurer(workloads, plan, clock).Measure();

    private Measurement[] Measure()
    {
        TimeSpan limit = _clock() + _plan.Limit;
        do
        {
            WarmUp(limit);
            foreach (Turns turns in _turns)
            {
                turns.Calls = _hasLongCalls && turns.Calls == 1 ? 1 : TurnLength.CallsIn(_plan.Turn, turns.Workload);
            }
        }
        while (!Sample(limit));

        return [.. _turns.Select(turns =>
            new Measurement(turns.Times, turns.Calls, !_isWarm ? Settling.Compiling : IsStable(turns) ? Settling.Settled : Settling.Changing))];
    }

    // Runs until nothing is compiled any more, or until the time limit.
    private void WarmUp(TimeSpan limit)
    {
        TimeSpan start = _clock();
        TimeSpan now;
        do
        {
            Round(isWarmUp: true);
            now = _clock();
            _isWarm = _plan.WarmUp is { } length ? now - start >= length : _hasLongCalls || now - _lastCompiled >= Quiet;
            foreach (Turns turns in _turns)
            {
                bool isWarm = turns.WarmCalls >= WarmCalls || turns.WarmTime >= WarmNanoseconds;
                if (!isWarm && _hasLongCalls)
                {
                    // The missing calls are one turn: rounds with the long calls of another workload would exceed the time limit.
                    turns.Calls = Math.Min(WarmCalls - turns.WarmCalls, (long)Math.Ceiling((WarmNanoseconds - turns.WarmTime) / turns.LeastCall));
                }

                _isWarm &= isWarm;
            }
        }
        while (!_isWarm && now < limit);
    }

    // Returns false if a method was compiled meanwhile, so that the warm-up continues.
    private bool Sample(TimeSpan limit)
    {
        Array.ForEach(_turns, turns => turns.Times.Clear());
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

            int rounds = _turns[0].Times.Count;
            if (_isWarm ? _plan.IsUnfinished(rounds, now - start, _hasLongCalls) : rounds < _plan.Fewest(_hasLongCalls))
            {
                continue;
            }

            if (!_isWarm || now >= limit || now - _start >= _plan.Patience || Array.TrueForAll(_turns, IsStable))
            {
                return true;
            }

            int dropped = Math.Max(1, rounds / 3);
            Array.ForEach(_turns, turns => turns.Times.RemoveRange(0, dropped));
            start = now - TimeSpan.FromTicks((now - start).Ticks * (rounds - dropped) / rounds);

            // Methods that the check itself compiled do not belong to the workloads.
            _compiled = CompiledMethods();
        }
    }

    // Returns whether a method was compiled. If a workload has long calls, that does not count.
    private bool Round(bool isWarmUp)
    {
        // The order alternates, so that no workload benefits from the caches of another.
        _isReversed = !_isReversed;
        _hasLongCalls = false;
        for (int turn = 0; turn < _turns.Length; turn++)
        {
            Turns turns = _turns[_isReversed ? _turns.Length - 1 - turn : turn];
            turns.Run(isWarmUp ? _plan.Turn : null);
            _hasLongCalls |= turns.LeastCall >= LongCall;
        }

        long before = _compiled;
        _compiled = CompiledMethods();
        if (_compiled == before || _hasLongCalls)
        {
            return false;
        }

        _lastCompiled = _clock();
        return true;
    }

    // In milliseconds. The project sets it, so that the warm-up takes less time.
    private static int TieringDelay() => AppContext.GetData("System.Runtime.TieredCompilation.CallCountingDelayMs") is string delay
        ? int.Parse(delay, CultureInfo.InvariantCulture) : DefaultTieringDelay;

    private bool IsStable(Turns turns) => _plan.Reference is not { } reference ? Stability.IsStable(turns.Times)
        : turns != _turns[reference] ? Stability.IsStable([.. turns.Times.Zip(_turns[reference].Times, (time, one) => time / one)])
        : Array.TrueForAll(_turns, other => other == turns || IsStable(other));

    private long CompiledMethods()
    {
        long compiled = 0;
        foreach (Turns turns in _turns)
        {
            compiled += turns.Workload.CompiledMethods;
        }

        return compiled;
    }

    private sealed class Turns(IWorkload workload)
    {
        internal IWorkload Workload => workload;
        internal long Calls { get; set; } = 1;
        internal long WarmCalls { get; private set; }
        internal double WarmTime { get; private set; }

        /// <summary>Gets the shortest time of a call. The first call, or one that was interrupted, may take far longer.</summary>
        internal double LeastCall { get; private set; } = double.MaxValue;

        internal List<double> Times { get; } = [];

        // During the warm-up, the number of calls follows the length of the turn.
        internal void Run(TimeSpan? warmUpTurn)
        {
            double time = workload.Run(Calls);
            LeastCall = Math.Min(LeastCall, time / Calls);
            Times.Add(time / Calls / workload.OperationsPerCall);
            if (warmUpTurn is { } turn)
            {
                WarmCalls += Calls;
                WarmTime += time;
                Calls = time < turn.TotalMilliseconds * 1e6 ? Calls * 2 : Math.Max(1, Calls / 2);
            }
        }
    }
}
