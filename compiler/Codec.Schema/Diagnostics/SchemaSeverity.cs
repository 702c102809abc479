namespace Codec.Schema.Diagnostics;

/// <summary>The severity of a diagnostic.</summary>
public enum SchemaSeverity
{
    /// <summary>A possible problem. The compiler still creates a model.</summary>
    Warning,

    /// <summary>The schema is rejected.</summary>
    Error,
}
