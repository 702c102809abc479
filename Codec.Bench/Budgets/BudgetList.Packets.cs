using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Header writers, and headers before payloads.</content>
public static partial class BudgetList
{
    private static Budget[] Packets =>
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
