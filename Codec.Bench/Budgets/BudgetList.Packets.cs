using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Header writers, and headers before payloads.</content>
public static partial class BudgetList
{
    private static Budget[] Packets =>
    [
        // The loops differ only in the three instructions that validate the length: a subtraction, a comparison and a jump, 0.08 of 0.77 ns.
        AtMost(1.2, "header/span", "write a header into a span with the default writer, against a raw 32-bit store without the check of the length",
            "HeaderSpanBenchmarks.UnalignedStore", "HeaderSpanBenchmarks.RawStore", maxBytes: 0),
        AtMost(1.05, "header/array", "write a header into an array with the default writer, against a raw 32-bit store",
            "HeaderArrayBenchmarks.UnalignedStore", "HeaderArrayBenchmarks.RawStore", maxBytes: 0),

        Nanoseconds(3, "packet/prepend", "write the header in front of a finished 48-byte payload, in place",
            "MakePacketBenchmarks.AsPacket", maxBytes: 0),
        Faster(8, "packet/prepend-copy", "write the header in front of a finished 48-byte payload, against a byte-by-byte copy into a new array",
            "MakePacketBenchmarks.AsPacket", "MakePacketBenchmarks.ByteByByteCopy", maxBytes: 0),
    ];
}
