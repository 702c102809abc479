namespace Codec.Schema.Diagnostics;

/// <summary>How bad a diagnostic is.</summary>
public enum SchemaSeverity
{
    /// <summary>Worth a look; a model is still made.</summary>
    Warning,

    /// <summary>The schema is refused.</summary>
    Error,
}
