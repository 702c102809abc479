namespace Codec.Bench.Measuring;

internal sealed record MeasurePlan(int Samples, TimeSpan Time, int FewestSamples, TimeSpan Limit)
{
    /// <summary>A turn of a comparison with C++, where each turn asks another process.</summary>
    internal static readonly TimeSpan CppTurn = TimeSpan.FromMilliseconds(8);

    /// <summary>
    /// Gets the plan of a budget. A budget is measured in up to eight processes, and all of them together should take less than an hour.
    /// </summary>
    internal static MeasurePlan Budget { get; } = new(1001, TimeSpan.FromMilliseconds(900), 5, TimeSpan.FromSeconds(20))
    {
        SlowSamples = 11,
        SlowTime = TimeSpan.FromSeconds(4),
        FewestLongSamples = 5
    };

    internal int SlowSamples { get; init; }
    internal TimeSpan SlowTime { get; init; }
    internal int FewestLongSamples { get; init; } = Stability.FewestTimes;

    /// <summary>Gets or sets the length of a workload's turn in a round.</summary>
    internal TimeSpan Turn { get; init; } = TimeSpan.FromMilliseconds(1);

    /// <summary>Gets or sets the workload whose ratios must settle, or <see langword="null"/> if the times of all must.</summary>
    internal int? Reference { get; init; }

    /// <summary>Gets or sets a fixed length of the warm-up, or <see langword="null"/> to warm up until the code has settled.</summary>
    internal TimeSpan? WarmUp { get; init; }

    /// <summary>Gets or sets the time after which the median may still change. The JIT has until <see cref="Limit"/>.</summary>
    internal TimeSpan Patience { get; init; } = TimeSpan.MaxValue;

    internal static MeasurePlan Named(string name) => name switch
    {
        "budget" => Budget,
        "report" => Rounds(101, fewest: 5, limitSeconds: 30),
        "arenas" => Rounds(31, fewest: 5, limitSeconds: 30),
        "ranking" => Named("arenas") with { Patience = TimeSpan.FromSeconds(4) },
        _ => throw new ArgumentException($"There is no plan '{name}'.", nameof(name)),
    };

    internal int Fewest(bool hasLongCalls) => hasLongCalls ? Math.Min(FewestLongSamples, FewestSamples) : FewestSamples;

    internal bool IsUnfinished(int rounds, TimeSpan elapsed, bool hasLongCalls) =>
        rounds < Fewest(hasLongCalls) || (rounds < Samples && elapsed < Time) || (rounds < SlowSamples && elapsed < SlowTime);

    // A round of a group of some 30 benchmarks takes 30 ms.
    private static MeasurePlan Rounds(int samples, int fewest, int limitSeconds) =>
        new(samples, TimeSpan.FromMilliseconds(30 * samples), fewest, TimeSpan.FromSeconds(limitSeconds));
}
