namespace Codec.Bench.Measuring;

/// <summary>Specifies whether benchmarks only run once without measuring. Those with much data then use less of it.</summary>
internal static class SmokeRun
{
    /// <summary>Gets or sets whether this is such a run.</summary>
    internal static bool IsActive { get; set; }

    /// <summary>Returns the number of packets of a capture, or a small number in such a run.</summary>
    internal static int Packets(int count) => IsActive ? 1000 : count;
}
