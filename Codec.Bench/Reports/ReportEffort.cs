using System;

namespace Codec.Bench.Reports;

/// <summary>How thoroughly a report measures.</summary>
/// <param name="Name">A word for arguments and file names.</param>
/// <param name="Processes">Processes for each benchmark class.</param>
/// <param name="Samples">Samples of each method in each process, where they fit in time.</param>
/// <param name="WarmUp">How long a method is warmed up, twice.</param>
/// <param name="FewestSamples">Samples that a method gets whose turns do not fit in time.</param>
internal sealed record ReportEffort(string Name, int Processes, int Samples, TimeSpan WarmUp, int FewestSamples)
{
    /// <summary>
    /// Three processes, as one that was laid out badly by chance does not decide alone. Each tier of the JIT waits until nothing new was
    /// compiled for 100 ms, on a thread that may be late where the machine is busy.
    /// </summary>
    internal static ReportEffort Full { get; } = new("full", 3, 101, TimeSpan.FromMilliseconds(250), 5);

    /// <summary>Enough for quartiles, in five minutes.</summary>
    internal static ReportEffort Quick { get; } = new("quick", 1, 21, TimeSpan.FromMilliseconds(130), 3);

    /// <exception cref="ArgumentException">There is no such effort.</exception>
    internal static ReportEffort Named(string name) => name == Full.Name ? Full
        : name == Quick.Name ? Quick
        : throw new ArgumentException($"There is no effort '{name}'.", nameof(name));
}
