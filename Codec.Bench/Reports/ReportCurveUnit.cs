namespace Codec.Bench.Reports;

/// <summary>The unit of a curve's figures.</summary>
public enum ReportCurveUnit
{
    /// <summary>Nanoseconds.</summary>
    Time,

    /// <summary>Bytes.</summary>
    Bytes,

    /// <summary>A number, such as packets per second.</summary>
    Number,
}
