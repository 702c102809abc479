namespace Codec.Bench.Reports;

/// <summary>What one way took on another machine.</summary>
/// <param name="Name">The way's name, as a row shows it.</param>
/// <param name="Ratio">Its time as a multiple of the baseline's.</param>
/// <param name="PayloadBytes">The size of what it writes, in bytes without the packet's header; <see langword="null"/> if the job does not write a message.</param>
/// <param name="Allocated">What it allocates per operation, in words; <see langword="null"/> if that was not recorded.</param>
public sealed record ReportReferenceWay(string Name, double Ratio, int? PayloadBytes = null, string? Allocated = null);
