using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>
/// A second benchmark class whose rows join a table: what cannot run in the same class, or not in the same program. Both have the same
/// baseline, and the companion's times are scaled by what the baseline takes in either process.
/// </summary>
/// <param name="Benchmarks">The benchmark class, by name.</param>
/// <param name="Baseline">The method that is the same in both classes.</param>
/// <param name="Names">The methods that join, with the names to show.</param>
/// <param name="Package">Whether it runs in the program that was built with the published FlatBuffers package.</param>
/// <param name="Missing">Why it is not measured if the program has no such class.</param>
internal sealed record ReportCompanion(
    string Benchmarks, string Baseline, IReadOnlyList<(string Method, string Name)> Names, bool Package = false, string Missing = "");
