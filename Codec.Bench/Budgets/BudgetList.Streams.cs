using System.Collections.Generic;
using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Streams in memory.</content>
public static partial class BudgetList
{
    private static Budget[] Streams =>
    [
        .. AgainstMemoryStream("Resizing", (128, 0.95), (1024, 0.70), (8 * 1024, 0.45)),
        .. AgainstMemoryStream("Chunked", (64 * 1024, 0.45), (128 * 1024, 0.33), (1 << 20, 0.30), (8 << 20, 0.14)),
        AtMost(0.30, "streams/chunked-128MB", "128 MB in 1 KB writes and 8 KB reads, against MemoryStream",
            "MemoryStreamBenchmarks.Chunked", "MemoryStreamBenchmarks.Memory", parameters: "Size=134217728"),
        AtMost(1.15, "streams/chunked-short", "128 bytes in the chunked stream against the resizing one",
            "MemoryStreamBenchmarks.Chunked", "MemoryStreamBenchmarks.Resizing", maxBytes: 200, parameters: "Size=128"),
    ];

    /// <summary>A stream in memory against <see cref="System.IO.MemoryStream"/>, at sizes with their limits.</summary>
    private static IEnumerable<Budget> AgainstMemoryStream(string stream, params (int Size, double Limit)[] sizes)
    {
        foreach ((int size, double limit) in sizes)
        {
            yield return AtMost(
                limit,
                $"streams/{stream}-{size}",
                $"{size} bytes in 1 KB writes and 8 KB reads, against MemoryStream",
                $"MemoryStreamBenchmarks.{stream}",
                "MemoryStreamBenchmarks.Memory",
                maxBytes: 200,
                parameters: $"Size={size}");
        }
    }
}
