using System;
using System.Collections.Generic;
using Codec.Bench.Commands;
using Codec.Bench.Measuring;
using Codec.Bench.Reports;

namespace Codec.Bench.Scale;

/// <summary>Measures the curves of growth.</summary>
internal static class ScaleMeasurer
{
    /// <summary>Measures all curves of a group.</summary>
    /// <param name="group">The group.</param>
    /// <param name="runs">The number of runs. Each has new servers, and a point is their median.</param>
    /// <param name="missing">The reason why points are missing, or <see langword="null"/> if there are all.</param>
    /// <exception cref="ArgumentException">No code measures the group.</exception>
    internal static IReadOnlyList<ReportCurveFigures> Measure(ReportGroup group, int runs, out string? missing)
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
        missing = null;
        for (int run = 1; run <= runs; run++)
        {
            CurvePoints.Announce($"run {run} of {runs}");
            try
            {
                fill(points);
            }
            catch (Exception failure) when (!SmokeRun.IsActive && ExpectedFailure.Message(failure) is { } message)
            {
                // The points that were measured are not lost, and the next run measures the same ones.
                missing = message;
            }
        }

        missing ??= points.IsComplete ? null : "some times did not settle";
        return points.ToFigures();
    }
}
