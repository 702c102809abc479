namespace Codec.Bench.Report;

public enum TargetKind
{
    Time,

    /// <summary>The bytes allocated per operation.</summary>
    Allocated,

    /// <summary>The size of what was written.</summary>
    Size,
}
