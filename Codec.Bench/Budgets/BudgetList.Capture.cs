using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Captures.</content>
public static partial class BudgetList
{
    private static Budget[] Capture =>
    [
        AtMost(1.1, "capture/append", "append 1 KB packets to a capture, against 64 KB writes of the same number of bytes",
            "CaptureBenchmarks.AppendCapture", "CaptureBenchmarks.WriteRaw", maxBytes: 1),
        AtMost(1.25, "capture/read", "read a capture of 1 KB packets, against 64 KB reads of the file",
            "CaptureBenchmarks.ReadCapture", "CaptureBenchmarks.ReadRaw", maxBytes: 1),
        AtMost(1.25, "capture/read-1GB", "read a capture of 1 GB packet by packet, against 64 KB reads of the file",
            "GigabyteCaptureBenchmarks.ReadCapture", "GigabyteCaptureBenchmarks.ReadRaw", maxBytes: 1),
    ];
}
