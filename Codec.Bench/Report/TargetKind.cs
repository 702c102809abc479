namespace Codec.Bench.Report;

/// <summary>What a target limits.</summary>
public enum TargetKind
{
    Time,

    /// <summary>The bytes allocated per operation.</summary>
    Allocated,

    /// <summary>The size of what was written.</summary>
    Size,
}
