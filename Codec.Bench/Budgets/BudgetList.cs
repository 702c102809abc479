using System.Collections.Generic;
using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <summary>Every budget, once. A new row names a [Benchmark] method, its baseline and the limit; docs/benchmarking.md says how.</summary>
public static class BudgetList
{
    /// <summary>The budgets, in the order in which they are measured and shown.</summary>
    public static IReadOnlyList<Budget> All { get; } =
    [
        AtMost(1.05, "header/span", "the default writer against a raw 32-bit store, span form",
            "HeaderSpanBenchmarks.UnalignedStore", "HeaderSpanBenchmarks.RawStore", maxBytes: 0),
        AtMost(1.05, "header/array", "the default writer against a raw 32-bit store, array form",
            "HeaderArrayBenchmarks.UnalignedStore", "HeaderArrayBenchmarks.RawStore", maxBytes: 0),

        Nanoseconds(3, "packet/prepend", "the header in front of a finished 48-byte payload, in place",
            "MakePacketBenchmarks.AsPacket", maxBytes: 0),
        Faster(8, "packet/prepend-copy", "the same against a byte-by-byte copy into a new array",
            "MakePacketBenchmarks.AsPacket", "MakePacketBenchmarks.ByteByByteCopy", maxBytes: 0),
    ];
}
