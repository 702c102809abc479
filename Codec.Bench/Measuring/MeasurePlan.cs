using System;

namespace Codec.Bench.Measuring;

/// <summary>The duration and the time limit of a measurement.</summary>
/// <param name="Samples">The number of rounds if they take no longer than <paramref name="Time"/>.</param>
/// <param name="Time">The time for the rounds.</param>
/// <param name="FewestSamples">The minimum number of rounds.</param>
/// <param name="Limit">The time limit from the start. A workload that has not settled by then is marked.</param>
internal sealed record MeasurePlan(int Samples, TimeSpan Time, int FewestSamples, TimeSpan Limit)
{
    /// <summary>Gets the number of rounds for slow workloads if they take no longer than <see cref="SlowTime"/>.</summary>
    internal int SlowSamples { get; init; }

    /// <summary>Gets the time for the rounds of slow workloads.</summary>
    internal TimeSpan SlowTime { get; init; }

    /// <summary>
    /// Gets the minimum number of rounds if a call takes longer than <see cref="Measurer.LongCall"/>. Three are enough for a median and a spread.
    /// </summary>
    internal int FewestLongSamples { get; init; } = Stability.FewestTimes;

    /// <summary>Gets the length of the turn of one workload: far above the clock's resolution, and far below a scheduler's time slice.</summary>
    internal TimeSpan Turn { get; init; } = TimeSpan.FromMilliseconds(1);

    /// <summary>
    /// Gets the index of the workload that is the reference of the others, or <see langword="null"/>. With a reference, the ratios of a round must be
    /// stable instead of the times: a change of the clock frequency affects all sides of a round alike.
    /// </summary>
    internal int? Reference { get; init; }

    /// <summary>
    /// Gets the length of the warm-up, or <see langword="null"/> if it ends when nothing is compiled any more. A load on sockets may never get there:
    /// the thread pool keeps calling methods that the JIT has not compiled for good. What is called fewer than 60 times in the warm-up is too rare to
    /// change a time, so methods that are compiled later do not count.
    /// </summary>
    internal TimeSpan? WarmUp { get; init; }

    /// <summary>Returns the minimum number of rounds.</summary>
    internal int Fewest(bool hasLongCalls) => hasLongCalls ? Math.Min(FewestLongSamples, FewestSamples) : FewestSamples;

    /// <summary>Returns whether another round must be measured.</summary>
    internal bool IsUnfinished(int rounds, TimeSpan elapsed, bool hasLongCalls) =>
        rounds < Fewest(hasLongCalls) || (rounds < Samples && elapsed < Time) || (rounds < SlowSamples && elapsed < SlowTime);
}
