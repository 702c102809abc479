namespace Codec.Tests.Bench;

/// <summary>Tests that the measurer discards times that were measured before the code settled.</summary>
public sealed class MeasurerTests
{
    private static readonly MeasurePlan Plan = new(Samples: 101, Time: Seconds(6), FewestSamples: 5, Limit: Seconds(20));

    private readonly ManualClock _clock = new();

    [SetUp]
    public void StartClock() => _clock.Now = TimeSpan.Zero;

    [Test]
    public void Code_is_measured_only_after_the_JIT_has_finished_compiling_it()
    {
        // For two seconds, the JIT compiles a method every 200 ms.
        FakeWorkload workload = new(_clock, now => now < Seconds(2) ? 216 : 11.7) { Compiled = now => Math.Min(10, (long)(now.TotalSeconds / 0.2)) };
        Measurement measurement = Measure(Plan, workload)[0];
        Assert.That(measurement.Settling, Is.EqualTo(Settling.Settled));
        Assert.That(measurement.Times, Has.Count.EqualTo(101).And.All.EqualTo(11.7).Within(1e-9));
    }

    [Test]
    public void A_method_that_is_compiled_between_two_rounds_extends_the_warm_up()
    {
        // Nothing is compiled during the warm-up. Then a method is compiled between rounds, which does not change the times.
        TimeSpan compiled = Measurer.Quiet + Seconds(0.06);
        FakeWorkload workload = new(_clock, _ => 10) { Compiled = now => now < compiled ? 1 : 2 };
        Measurement measurement = Measure(Plan, workload)[0];
        TimeSpan firstSample = workload.Starts[^measurement.Times.Count];
        Assert.That(measurement.Settling, Is.EqualTo(Settling.Settled));
        Assert.That(measurement.Times, Has.Count.EqualTo(101));
        Assert.That(firstSample, Is.GreaterThanOrEqualTo(compiled + Measurer.Quiet));
    }

    [Test]
    public void Measuring_restarts_if_the_code_becomes_faster_during_measurement([Values(0.32, 0.35, 0.375)] double seconds)
    {
        // The number of compiled methods is unknown, as on Mono.
        FakeWorkload workload = new(_clock, now => now < Seconds(seconds) ? 100 : 10);
        Measurement measurement = Measure(Plan, workload)[0];
        Assert.That(measurement.Settling, Is.EqualTo(Settling.Settled));
        Assert.That((measurement.FirstQuartile, measurement.Median, measurement.ThirdQuartile), Is.EqualTo((10, 10, 10)));
    }

    [Test]
    public void Code_that_is_compiled_forever_is_marked_as_compiling_at_the_time_limit()
    {
        FakeWorkload workload = new(_clock, _ => 10) { Compiled = now => (long)(now.TotalSeconds / 0.1) };
        Measurement measurement = Measure(Plan, workload)[0];
        Assert.That(measurement.Settling, Is.EqualTo(Settling.Compiling));
        Assert.That(measurement.Times, Has.Count.GreaterThanOrEqualTo(Plan.FewestSamples), "There is something to show.");
        Assert.That(_clock.Now, Is.LessThan(Plan.Limit + Seconds(1)));
    }

    [Test]
    public void Only_code_whose_median_keeps_changing_is_marked_as_changing_at_the_time_limit()
    {
        FakeWorkload workload = new(_clock, now => 10 * Math.Exp(now.TotalSeconds));
        FakeWorkload steady = new(_clock, _ => 10);
        Measurement[] measurements = Measure(Plan with { Limit = Seconds(2) }, workload, steady);
        Assert.That(measurements.Select(measurement => measurement.Settling), Is.EqualTo(new[] { Settling.Changing, Settling.Settled }));
        Assert.That(_clock.Now, Is.LessThan(Seconds(4)));
    }

    [Test]
    public void A_plan_without_patience_waits_for_the_JIT_but_not_for_a_median_that_keeps_changing()
    {
        FakeWorkload workload = new(_clock, now => 10 * Math.Exp(now.TotalSeconds)) { Compiled = now => Math.Min(30, (long)(now.TotalSeconds / 0.1)) };
        MeasurePlan plan = Plan with { Patience = Seconds(1) };
        Assert.That(Measure(plan, workload)[0].Settling, Is.EqualTo(Settling.Changing));
        Assert.That(_clock.Now, Is.InRange(Seconds(3), Seconds(5)));
    }

    [Test]
    public void A_ratio_settles_even_if_the_machine_slows_both_workloads_equally()
    {
        FakeWorkload subject = new(_clock, Clock);
        FakeWorkload baseline = new(_clock, now => 2 * Clock(now));
        MeasurePlan plan = Plan with { Limit = Seconds(2), Samples = 301 };
        Assert.That(Measure(plan, subject, baseline).Select(measurement => measurement.Settling), Has.All.EqualTo(Settling.Changing));
        _clock.Now = TimeSpan.Zero;
        Measurement[] both = Measure(plan with { Reference = 1 }, subject, baseline);
        Assert.That(both.Select(measurement => measurement.Settling), Has.All.EqualTo(Settling.Settled));
        Assert.That(both[0].MedianRatioTo(both[1]), Is.EqualTo(0.5).Within(0.01));

        static double Clock(TimeSpan now) => 100 * (1 + now.TotalSeconds);
    }

    [Test]
    public void A_ratio_that_changes_marks_both_sides()
    {
        FakeWorkload subject = new(_clock, now => 10 * Math.Exp(now.TotalSeconds));
        FakeWorkload baseline = new(_clock, _ => 10);
        Measurement[] both = Measure(Plan with { Limit = Seconds(2), Reference = 1 }, subject, baseline);
        Assert.That(both.Select(measurement => measurement.Settling), Has.All.EqualTo(Settling.Changing));
    }

    [Test]
    public void For_long_calls_only_the_median_decides_whether_they_settled()
    {
        FakeWorkload workload = new(_clock, now => now < Seconds(0.5) ? 4e8 : 2e8) { Compiled = now => now.Ticks };
        Measurement measurement = Measure(Plan, workload)[0];
        Assert.That((measurement.Settling, measurement.Calls), Is.EqualTo((Settling.Settled, 1)));
        Assert.That(measurement.Times, Has.Count.EqualTo(30).And.All.EqualTo(2e8), "As many as take six seconds.");
    }

    [Test]
    public void A_workload_beside_one_with_far_longer_calls_is_warm_within_the_time_limit()
    {
        FakeWorkload subject = new(_clock, _ => 2.4e7);
        FakeWorkload baseline = new(_clock, _ => 2e9);
        Assert.That(Measure(Plan, subject, baseline).Select(measurement => measurement.Settling), Has.All.EqualTo(Settling.Settled));
        Assert.That(_clock.Now, Is.LessThan(Plan.Limit));
    }

    [Test]
    public void A_plan_can_set_the_length_of_the_warm_up([Values(1e6, 2e8)] double nanoseconds)
    {
        // The JIT compiles a method every 100 ms, forever. The time changes a second before the warm-up ends.
        FakeWorkload workload = new(_clock, now => now < Seconds(4) ? 2 * nanoseconds : nanoseconds)
        {
            Compiled = now =>
            (long)(now.TotalSeconds / 0.1)
        };
        Measurement measurement = Measure(Plan with { WarmUp = Seconds(5) }, workload)[0];
        Assert.That(measurement.Settling, Is.EqualTo(Settling.Settled));
        Assert.That(workload.Starts[^measurement.Times.Count], Is.InRange(Seconds(5), Seconds(6)));
        Assert.That(measurement.Times, Has.All.EqualTo(nanoseconds));
    }

    [Test]
    public void Workloads_alternate_in_order_and_times_are_per_operation()
    {
        FakeWorkload one = new(_clock, _ => 1000) { OperationsPerCall = 10 };
        FakeWorkload other = new(_clock, _ => 3000);
        Measurement[] measurements = Measure(Plan, one, other);
        Assert.That((measurements[0].Median, measurements[1].Median), Is.EqualTo((100, 3000)));
        bool[] oneFirst = [.. one.Starts.TakeLast(101).Zip(other.Starts.TakeLast(101), (first, second) => first < second)];
        Assert.That(oneFirst.Count(isFirst => isFirst), Is.InRange(50, 51));
        Assert.That(oneFirst.Zip(oneFirst.Skip(1), (before, after) => before != after), Has.All.True);
    }

    [Test]
    public void Allocated_bytes_are_reported_per_operation()
    {
        FakeWorkload workload = new(_clock, _ => 1000) { OperationsPerCall = 4, BytesPerCall = 8 };
        Measurement measurement = Measure(Plan, workload)[0];
        Assert.That(Allocation.PerOperation(workload, measurement), Is.EqualTo(2));
        Assert.That(workload.AllocatingCalls, Is.EqualTo((long[])[1000, 1000, 1000]));
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private Measurement[] Measure(MeasurePlan plan, params FakeWorkload[] workloads) => Measurer.Measure(workloads, plan, () => _clock.Now);

    /// <summary>A workload whose calls advance a clock by a time that a function of the clock returns.</summary>
    private sealed class FakeWorkload(ManualClock clock, Func<TimeSpan, double> nanoseconds) : IWorkload
    {
        private readonly List<TimeSpan> _starts = [];

        public int OperationsPerCall { get; init; } = 1;

        /// <summary>Gets or sets the function that returns the number of methods compiled up to a time.</summary>
        public Func<TimeSpan, long> Compiled { get; init; } = _ => 0;

        public long CompiledMethods => Compiled(clock.Now);

        /// <summary>Gets the start time of each turn.</summary>
        internal IReadOnlyList<TimeSpan> Starts => _starts;

        /// <summary>Gets the number of bytes that a call allocates.</summary>
        internal double BytesPerCall { get; init; }

        internal List<long> AllocatingCalls { get; } = [];

        public double Run(long calls)
        {
            _starts.Add(clock.Now);
            double time = nanoseconds(clock.Now) * calls;
            clock.Now += TimeSpan.FromTicks((long)Math.Ceiling(time / 100));
            return time;
        }

        public double Allocate(long calls)
        {
            AllocatingCalls.Add(calls);
            return BytesPerCall * calls;
        }
    }
}
