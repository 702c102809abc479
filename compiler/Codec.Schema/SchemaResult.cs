namespace Codec.Schema;

/// <summary>The result of compiling schemas. Instances are compared by value.</summary>
public sealed record SchemaResult
{
    /// <summary>Gets the model; null if there is an error.</summary>
    public required SchemaModel? Model { get; init; }

    /// <summary>
    /// Gets the diagnostics, ordered by file, line and column. An included file precedes the files that include it. There are at most
    /// <see cref="SchemaCompiler.MaxDiagnostics"/> diagnostics. If more were found, errors take precedence over warnings.
    /// </summary>
    public required EquatableArray<SchemaDiagnostic> Diagnostics { get; init; }

    /// <summary>
    /// Gets the number of diagnostics that were found, which may be more than <see cref="Diagnostics"/> contains. The compiler stops after
    /// <see cref="SchemaCompiler.MaxFound"/> errors.
    /// </summary>
    public int DiagnosticCount { get; init; }

    /// <summary>Adds the diagnostics of a target language. If one is an error, removes the model.</summary>
    internal SchemaResult With(IReadOnlyList<SchemaDiagnostic> found) => found.Count == 0 ? this : Create(
        Model,
        [.. Diagnostics, .. found],
        DiagnosticCount + found.Count,
        Model!.Files.Select(file => file.Path));

    internal static SchemaResult Create(SchemaModel? model, IReadOnlyList<SchemaDiagnostic> diagnostics, int count, IEnumerable<string> fileOrder)
    {
        Dictionary<string, int> order = fileOrder.Distinct().Select((path, i) => (path, i)).ToDictionary(file => file.path, file => file.i);
        return new SchemaResult
        {
            Model = diagnostics.Any(IsError) ? null : model,
            Diagnostics = new EquatableArray<SchemaDiagnostic>(
                InOrder(InOrder(diagnostics).OrderBy(diagnostic => IsError(diagnostic) ? 0 : 1).Take(SchemaCompiler.MaxDiagnostics))),
            DiagnosticCount = count,
        };

        IEnumerable<SchemaDiagnostic> InOrder(IEnumerable<SchemaDiagnostic> items) =>
            items.OrderBy(item => order[item.Span.Path]).ThenBy(item => item.Span.Start);
    }

    private static bool IsError(SchemaDiagnostic diagnostic) => diagnostic.Rule.Severity == SchemaSeverity.Error;
}
