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
        Nanoseconds(MinuteForAMillion, "tool/inspect-1GB", "codec inspect reads a capture of 1 GB in 60 s with 200 MB of memory: time per 1 KB packet", "ToolBenchmarks.Inspect"),
        Nanoseconds(2 * MinuteForAMillion, "tool/decode-1GB", "codec decode reads a capture of 1 GB in 120 s with 200 MB of memory: time per 1 KB packet", "ToolBenchmarks.Decode"),
        Nanoseconds(MinuteForAMillion, "tool/stats-1GB", "codec stats reads a capture of 1 GB in 60 s with 200 MB of memory: time per 1 KB packet", "ToolBenchmarks.Stats"),
        Nanoseconds(20_000, "tool/tap", "codec tap --out forwards 50,000 packets per second on one core: time per 64-byte packet", "TapBenchmarks.Forward"),
    ];
}
