using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>Curves that are measured together.</summary>
/// <param name="Id">The name for <c>scale --only</c>.</param>
/// <param name="What">A description of the count that grows.</param>
/// <param name="Seconds">The approximate duration of one run, in seconds.</param>
/// <param name="Curves">The curves, without figures.</param>
internal sealed record ReportGroup(string Id, string What, double Seconds, IReadOnlyList<ReportCurve> Curves)
{
    /// <summary>The group's name in the report's progress and cache.</summary>
    internal string Step => "scale-" + Id;
}
