using System.Collections.Generic;

namespace Codec.Bench.Budgets;

/// <summary>
/// All budgets, in one file for each area. A new row names a [Benchmark] method, its baseline and the limit, as docs/benchmarking.md describes.
/// </summary>
public static partial class BudgetList
{
    /// <summary>All budgets, in the order in which they are measured and shown.</summary>
    public static IReadOnlyList<Budget> All { get; } = Explained(
    [
        .. Packets,
        .. Framing,
        .. GeneratedCode,
        .. Packing,
        .. Cpp,
        .. Streams,
        .. Capture,
        .. Transport,
        .. Tool,
        .. Scale,
    ]);
}
