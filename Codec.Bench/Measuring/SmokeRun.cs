namespace Codec.Bench.Measuring;

/// <summary>
/// Specifies whether this is a smoke run: each benchmark runs once, without measuring. Benchmarks with much data then use less of it.
/// </summary>
internal static class SmokeRun
{
    internal static bool IsActive { get; set; }

    /// <summary>Returns the number of packets of a capture, or a small number in a smoke run.</summary>
    internal static int Packets(int count) => IsActive ? 1000 : count;
}
