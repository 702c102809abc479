using System;

namespace Codec.Schema.Evolution;

/// <summary>Specifies what a change of a schema breaks.</summary>
[Flags]
public enum BreakClasses
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>A peer that was built with the other schema reads other values, or rejects the packet.</summary>
    Wire = 1,

    /// <summary>Code that uses the generated types does not compile any more, or means something else.</summary>
    Source = 2,

    /// <summary>JSON that was written with the other schema is rejected, or read as other values.</summary>
    Json = 4,
}
