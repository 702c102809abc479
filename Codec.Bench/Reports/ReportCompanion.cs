using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>
/// A second benchmark class whose rows are added to a table, because they cannot run in the same class. Both classes have the same
/// baseline, and the companion's times are scaled by the ratio of the baseline's times in both processes.
/// </summary>
/// <param name="Benchmarks">The benchmark class, by name.</param>
/// <param name="Baseline">The method that is the same in both classes.</param>
/// <param name="Names">The methods that join, with the names to show.</param>
/// <param name="Missing">The reason why it is not measured if the program has no such class.</param>
internal sealed record ReportCompanion(
    string Benchmarks, string Baseline, IReadOnlyList<(string Method, string Name)> Names, string Missing = "");
