namespace Codec.Bench.Report;

/// <summary>A figure of a way that must not exceed a multiple of another way's figure in the same question.</summary>
public sealed record Target(string Way, double Most, string Baseline, TargetKind Kind = TargetKind.Time)
{
    /// <summary>Returns the ratio in an answer, or <see langword="null"/> if a way has no figure.</summary>
    public double? Ratio(Answer? answer) => Figure(answer, Way) / Figure(answer, Baseline);

    /// <summary>Returns whether the answer meets the target, with three decimal places, or <see langword="null"/> if it is not measured.</summary>
    public bool? IsMet(Answer? answer) => Ratio(answer) is { } ratio ? Math.Round(ratio, 3) <= Most : null;

    private double? Figure(Answer? answer, string way) => answer?.Rows.FirstOrDefault(row => row.Name == way) is not { } row ? null : Kind switch
    {
        TargetKind.Allocated => row.Bytes,
        TargetKind.Size => row.Payload,
        _ => row.Figure,
    };
}
