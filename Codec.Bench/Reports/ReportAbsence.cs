namespace Codec.Bench.Reports;

/// <summary>A way of doing a table's job that was not measured.</summary>
/// <param name="Name">The way's name, as a row would show it.</param>
/// <param name="Reason">The reason why it was not measured.</param>
public sealed record ReportAbsence(string Name, string Reason)
{
    /// <summary>The reason of a way that joined the plan after its table was measured.</summary>
    internal const string NotYet = "not measured yet";
}
