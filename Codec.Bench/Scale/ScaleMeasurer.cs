using System;
using System.Collections.Generic;
using Codec.Bench.Reports;

namespace Codec.Bench.Scale;

/// <summary>Measures the curves of growth.</summary>
internal static class ScaleMeasurer
{
    /// <summary>Measures all curves of a group.</summary>
    /// <param name="group">The group.</param>
    /// <param name="isComplete">Whether every time settled, so that no point is missing.</param>
    /// <exception cref="ArgumentException">No code measures the group.</exception>
    internal static IReadOnlyList<ReportCurveFigures> Measure(ReportGroup group, out bool isComplete)
    {
        CurvePoints points = new();
        Action<CurvePoints> fill = group.Id switch
        {
            "connections" => ConnectionScale.Fill,
            "sizes" => SizeScale.Fill,
            "routes" => RouteScale.Fill,
            "broadcast" => BroadcastScale.Fill,
            "captures" => CaptureScale.Fill,
            "schemas" => SchemaScale.Fill,
            _ => throw new ArgumentException($"Nothing measures the group '{group.Id}'.", nameof(group)),
        };
        fill(points);
        isComplete = points.IsComplete;
        return points.ToFigures();
    }
}
