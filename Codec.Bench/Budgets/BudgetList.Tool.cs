using static Codec.Bench.Budgets.Budget;

namespace Codec.Bench.Budgets;

/// <content>The tool <c>codec</c>, as a process.</content>
public static partial class BudgetList
{
    // The maximum time per packet, in nanoseconds, if a capture of a million packets (1 GB) may take a minute. The benchmark itself limits the
    // memory.
    private const double MinuteForAMillion = 60e9 / (1 << 20);

    private static Budget[] Tool =>
    [
        Nanoseconds(MinuteForAMillion, "tool/inspect-1GB", "codec inspect, a capture of 1 GB in 60 s and 200 MB: each 1 KB packet", "ToolBenchmarks.Inspect"),
        Nanoseconds(2 * MinuteForAMillion, "tool/decode-1GB", "codec decode, a capture of 1 GB in 120 s and 200 MB: each 1 KB packet", "ToolBenchmarks.Decode"),
        Nanoseconds(MinuteForAMillion, "tool/stats-1GB", "codec stats, a capture of 1 GB in 60 s and 200 MB: each 1 KB packet", "ToolBenchmarks.Stats"),
        Nanoseconds(20_000, "tool/tap", "codec tap --out on one core, 50,000 packets per second: each 64-byte packet", "TapBenchmarks.Forward"),
    ];
}
