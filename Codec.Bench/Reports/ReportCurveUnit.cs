namespace Codec.Bench.Reports;

/// <summary>What the figures of a curve are.</summary>
public enum ReportCurveUnit
{
    /// <summary>Nanoseconds.</summary>
    Time,

    /// <summary>Bytes.</summary>
    Bytes,

    /// <summary>A number, of packets per second for instance.</summary>
    Number,
}
