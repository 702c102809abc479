namespace Codec.Bench.Reports;

/// <summary>A way of doing a table's job that has no figure.</summary>
/// <param name="Name">The way's name, as a row would show it.</param>
/// <param name="Reason">Why it was not measured.</param>
public sealed record ReportAbsence(string Name, string Reason);
