namespace Codec.Bench.Reports;

/// <summary>A row with its rank.</summary>
/// <param name="Rank">The rank, from 1. Rows share a rank if all of their intervals overlap with each other. Zero for a limit, and in a table that names no winner.</param>
/// <param name="Row">The measured row.</param>
public sealed record RankedRow(int Rank, ReportRow Row);
