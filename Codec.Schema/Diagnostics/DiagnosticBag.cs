using System.Collections.Generic;

namespace Codec.Schema.Diagnostics;

/// <summary>Collects diagnostics up to the limit, each once.</summary>
internal sealed class DiagnosticBag
{
    private readonly List<SchemaDiagnostic> _items = [];
    private readonly HashSet<SchemaDiagnostic> _known = [];

    internal bool IsFull => _items.Count >= SchemaCompiler.MaxDiagnostics;

    internal bool HasErrors { get; private set; }

    internal IReadOnlyList<SchemaDiagnostic> Items => _items;

    internal void Report(SchemaRule rule, SourceSpan span, string message)
    {
        SchemaDiagnostic diagnostic = new() { Rule = rule, Span = span, Message = message };
        HasErrors |= rule.Severity == SchemaSeverity.Error;
        if (!IsFull && _known.Add(diagnostic))
        {
            _items.Add(diagnostic);
        }
    }
}
