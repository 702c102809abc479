namespace Codec.Bench.Reports;

/// <summary>The figures of one way on another machine.</summary>
/// <param name="Name">The way's name, as a row shows it.</param>
/// <param name="Ratio">The time as a multiple of the baseline's.</param>
/// <param name="PayloadBytes">
/// The size of the payload in bytes, without the header of the packet; <see langword="null"/> if the job does not write a message.
/// </param>
/// <param name="Allocated">The allocation per operation, as text; <see langword="null"/> if it was not recorded.</param>
public sealed record ReportReferenceWay(string Name, double Ratio, int? PayloadBytes = null, string? Allocated = null);
