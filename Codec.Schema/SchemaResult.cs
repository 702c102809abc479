using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Schema;

/// <summary>What came of compiling schemas; equal to another by value.</summary>
public sealed record SchemaResult
{
    /// <summary>The model; null when there is an error.</summary>
    public required SchemaModel? Model { get; init; }

    /// <summary>What is wrong, in the order of files and places, at most <see cref="SchemaCompiler.MaxDiagnostics"/>.</summary>
    public required EquatableArray<SchemaDiagnostic> Diagnostics { get; init; }
}
