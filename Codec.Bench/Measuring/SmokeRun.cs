namespace Codec.Bench.Measuring;

/// <summary>Whether benchmarks only show that they run: those with much data then take less.</summary>
internal static class SmokeRun
{
    /// <summary>Gets or sets whether this is such a run.</summary>
    internal static bool IsActive { get; set; }

    /// <summary>Returns how many packets a capture needs: so many, or a few in such a run.</summary>
    internal static int Packets(int count) => IsActive ? 1000 : count;
}
