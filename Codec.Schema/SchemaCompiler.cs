namespace Codec.Schema;

/// <summary>Turns schema files into a model.</summary>
public static partial class SchemaCompiler
{
    /// <summary>After so many diagnostics the rest is not looked for: a broken file is told apart early, and hostile text cannot fill memory.</summary>
    public const int MaxDiagnostics = 100;
}
