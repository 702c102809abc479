namespace Codec.Schema.Diagnostics;

/// <summary>Collects diagnostics up to the limit, without duplicates.</summary>
internal sealed class DiagnosticBag
{
    // The rules that valid declarations can violate only because another declaration was not parsed or an include was not found.
    private static readonly HashSet<SchemaRule> Consequences =
    [
        SchemaRule.UnknownType, SchemaRule.IncompleteType, SchemaRule.StructSize, SchemaRule.UnknownEnumValue, SchemaRule.DefaultNotInEnum,
        SchemaRule.DuplicateEnumNumber, SchemaRule.FieldIds, SchemaRule.InvalidKey, SchemaRule.UnknownAttribute,
    ];

    private readonly List<SchemaDiagnostic> _items = [];
    private readonly HashSet<SchemaDiagnostic> _known = [];
    private int _errors;

    internal bool IsFull => _errors >= SchemaCompiler.MaxFound;
    internal bool HasErrors => _errors > 0;

    /// <summary>Gets or sets whether declarations are missing. If so, diagnostics that may only result from this are not reported.</summary>
    internal bool IsIncomplete { get; set; }

    internal IReadOnlyList<SchemaDiagnostic> Items => _items;

    internal void Report(SchemaRule rule, SourceSpan span, string message)
    {
        SchemaDiagnostic diagnostic = SchemaDiagnostic.Create(rule, span, message);
        bool isError = rule.Severity == SchemaSeverity.Error;
        bool hasRoom = isError ? !IsFull : _items.Count - _errors < SchemaCompiler.MaxFound;
        if (hasRoom && !(IsIncomplete && Consequences.Contains(rule)) && _known.Add(diagnostic))
        {
            _items.Add(diagnostic);
            _errors += isError ? 1 : 0;
        }
    }
}
