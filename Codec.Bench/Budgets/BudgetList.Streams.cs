using System.Collections.Generic;
using System.Linq;
using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>Streams in memory.</content>
public static partial class BudgetList
{
    /// <summary>
    /// The largest size with a limit on allocations. A longer stream takes milliseconds, so the allocation of its objects is negligible.
    /// </summary>
    private const int LongestWarm = 8 << 20;

    /// <summary>The sizes, with the required ratios to <see cref="System.IO.MemoryStream"/>.</summary>
    private static (int Size, string Name, double Limit)[] StreamSizes =>
    [
        (128, "128B", 0.95), (1024, "1KB", 0.70), (8 << 10, "8KB", 0.45), (64 << 10, "64KB", 0.45), (128 << 10, "128KB", 0.33),
        (1 << 20, "1MB", 0.30), (8 << 20, "8MB", 0.14), (128 << 20, "128MB", 0.30), (512 << 20, "512MB", 0.30),
    ];

    /// <summary>The smallest size for which the documentation recommends the chunked stream. For less, it recommends the resizing one.</summary>
    private const int LeastChunked = 1024;

    private static IEnumerable<Budget> Streams =>
    [
        .. StreamSizes.Select(size => AtMost(
            size.Limit,
            $"streams/better-{size.Name}",
            $"{size.Name} in 1 KB writes and 8 KB reads in the stream that is recommended for this size, against MemoryStream",
            size.Size < LeastChunked ? "MemoryStreamBenchmarks.Resizing" : "MemoryStreamBenchmarks.Chunked",
            "MemoryStreamBenchmarks.Memory",
            maxBytes: size.Size <= LongestWarm ? 200 : null,
            parameters: $"Size={size.Size}")),

        // At sizes at which the chunked stream is faster, it meets this limit in any case.
        .. StreamSizes.Select(size => AtMost(
            1.15,
            $"streams/chunked-{size.Name}",
            $"{size.Name} in the chunked stream, against the resizing one",
            "MemoryStreamBenchmarks.Chunked",
            "MemoryStreamBenchmarks.Resizing",
            maxBytes: size.Size <= LongestWarm ? 200 : null,
            parameters: $"Size={size.Size}")),

        // The allocations of the resizing stream at sizes for which it is not recommended.
        .. StreamSizes.Where(size => size.Size is >= LeastChunked and <= LongestWarm).Select(size => Bytes(
            200,
            $"streams/resizing-{size.Name}",
            $"{size.Name} in the resizing stream",
            "MemoryStreamBenchmarks.Resizing",
            parameters: $"Size={size.Size}")),
    ];
}
