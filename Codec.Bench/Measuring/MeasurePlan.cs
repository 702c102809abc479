namespace Codec.Bench.Measuring;

/// <summary>How long and how often workloads are measured.</summary>
/// <param name="Samples">The number of rounds to measure.</param>
/// <param name="Time">The time after which fewer rounds are enough.</param>
/// <param name="FewestSamples">The number of rounds to measure in any case.</param>
/// <param name="Limit">The time after which a workload that has not settled is given up.</param>
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

    /// <summary>Gets or sets the number of rounds for slow workloads, if they take at most <see cref="SlowTime"/>.</summary>
    internal int SlowSamples { get; init; }

    /// <summary>Gets or sets the time limit of <see cref="SlowSamples"/>.</summary>
    internal TimeSpan SlowTime { get; init; }

    /// <summary>Gets or sets the number of rounds to measure in any case if the calls are long.</summary>
    internal int FewestLongSamples { get; init; } = Stability.FewestTimes;

    /// <summary>Gets or sets the length of a workload's turn in a round.</summary>
    internal TimeSpan Turn { get; init; } = TimeSpan.FromMilliseconds(1);

    /// <summary>Gets or sets the workload whose ratios must settle, or <see langword="null"/> if the times of all must.</summary>
    internal int? Reference { get; init; }

    /// <summary>Gets or sets a fixed length of the warm-up, or <see langword="null"/> to warm up until the code has settled.</summary>
    internal TimeSpan? WarmUp { get; init; }

    /// <summary>Gets or sets the time after which the median may still change. The JIT has until <see cref="Limit"/>.</summary>
    internal TimeSpan Patience { get; init; } = TimeSpan.MaxValue;

    /// <summary>Returns the plan of a name: <c>budget</c>, <c>report</c>, <c>arenas</c> or <c>ranking</c>.</summary>
    internal static MeasurePlan Named(string name) => name switch
    {
        "budget" => Budget,
        "report" => Rounds(101, fewest: 5, limitSeconds: 30),
        "arenas" => Rounds(31, fewest: 5, limitSeconds: 30),
        "ranking" => Named("arenas") with { Patience = TimeSpan.FromSeconds(4) },
        _ => throw new ArgumentException($"There is no plan '{name}'.", nameof(name)),
    };

    /// <summary>Returns the number of rounds to measure in any case.</summary>
    internal int Fewest(bool hasLongCalls) => hasLongCalls ? Math.Min(FewestLongSamples, FewestSamples) : FewestSamples;

    internal bool IsUnfinished(int rounds, TimeSpan elapsed, bool hasLongCalls) =>
        rounds < Fewest(hasLongCalls) || (rounds < Samples && elapsed < Time) || (rounds < SlowSamples && elapsed < SlowTime);

    // A round of a group of some 30 benchmarks takes 30 ms.
    private static MeasurePlan Rounds(int samples, int fewest, int limitSeconds) =>
        new(samples, TimeSpan.FromMilliseconds(30 * samples), fewest, TimeSpan.FromSeconds(limitSeconds));
}
