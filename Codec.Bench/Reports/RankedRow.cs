namespace Codec.Bench.Reports;

/// <summary>A row with its place.</summary>
/// <param name="Rank">From 1; rows whose intervals overlap with the first of their rank share it. Zero for a limit, which is no choice.</param>
/// <param name="Row">What was measured.</param>
public sealed record RankedRow(int Rank, ReportRow Row);
