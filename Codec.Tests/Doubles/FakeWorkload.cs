namespace Codec.Tests.Doubles;

/// <summary>A workload whose calls advance a clock by a time that a function of the clock returns.</summary>
internal sealed class FakeWorkload(ManualClock clock, Func<TimeSpan, double> nanoseconds) : IWorkload
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
