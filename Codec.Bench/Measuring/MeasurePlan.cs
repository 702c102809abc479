using System;

namespace Codec.Bench.Measuring;

/// <summary>How long a measurement takes its times, and when it gives up.</summary>
/// <param name="Samples">Rounds that are measured if they take no longer than <paramref name="Time"/>.</param>
/// <param name="Time">The time for them.</param>
/// <param name="FewestSamples">Rounds that are measured in any case.</param>
/// <param name="Limit">The time from the start after which nothing is waited for any more: what has not settled by then is marked.</param>
internal sealed record MeasurePlan(int Samples, TimeSpan Time, int FewestSamples, TimeSpan Limit)
{
    /// <summary>Rounds that slow workloads get if they take no longer than <see cref="SlowTime"/>.</summary>
    internal int SlowSamples { get; init; }

    /// <summary>The time for them.</summary>
    internal TimeSpan SlowTime { get; init; }

    /// <summary>Rounds in any case if a call takes longer than <see cref="Measurer.LongCall"/>; three are a median and a spread.</summary>
    internal int FewestLongSamples { get; init; } = Stability.FewestTimes;

    /// <summary>The time that a turn of one workload takes: far above the clock's resolution, far below a scheduler's slice.</summary>
    internal TimeSpan Turn { get; init; } = TimeSpan.FromMilliseconds(1);

    /// <summary>
    /// The workload that the others are held against, or <see langword="null"/>. With one, the ratios of a round must be stable instead of
    /// the times: a clock that changes hits all sides of a round alike.
    /// </summary>
    internal int? Reference { get; init; }

    /// <summary>Returns the rounds that are measured in any case.</summary>
    internal int Fewest(bool hasLongCalls) => hasLongCalls ? Math.Min(FewestLongSamples, FewestSamples) : FewestSamples;

    /// <summary>Returns whether another round has to be measured.</summary>
    internal bool IsUnfinished(int rounds, TimeSpan elapsed, bool hasLongCalls) =>
        rounds < Fewest(hasLongCalls) || (rounds < Samples && elapsed < Time) || (rounds < SlowSamples && elapsed < SlowTime);
}
