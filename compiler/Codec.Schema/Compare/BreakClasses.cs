namespace Codec.Schema.Compare;

/// <summary>Specifies what a schema change breaks.</summary>
[Flags]
public enum BreakClasses
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>A peer that was built with the other schema reads different values, or rejects the packet.</summary>
    Wire = 1,

    /// <summary>Code that uses the generated types no longer compiles, or behaves differently.</summary>
    Source = 2,

    /// <summary>JSON that was written with the other schema is rejected, or is read with different values.</summary>
    Json = 4,
}
