using System.Collections.Generic;

namespace Codec.Bench.Reports;

/// <summary>Curves that are measured together.</summary>
/// <param name="Id">The name for <c>scale --only</c>.</param>
/// <param name="What">What grows.</param>
/// <param name="Seconds">About how long it takes.</param>
/// <param name="Curves">The curves, without figures.</param>
internal sealed record ReportGroup(string Id, string What, double Seconds, IReadOnlyList<ReportCurve> Curves)
{
    /// <summary>The name in the report's progress and cache.</summary>
    internal string Step => "scale-" + Id;
}
