using System.Collections.Generic;
using System.Linq;
using Codec.Schema;
using Codec.Schema.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Codec.SourceGenerator;

/// <summary>The schema compiler's diagnostics as the C# compiler shows them: at their place in the schema.</summary>
internal static class SchemaDiagnostics
{
    // Where a person finds the rule's heading. A link would have to be one that an editor can open, and no site has the page.
    private const string HelpPage = "docs/schema.md in the package Codec.SourceGenerator";

    /// <summary>The diagnostics of a compilation; the last one says how many more there are.</summary>
    public static IEnumerable<Diagnostic> ToRoslyn(SchemaResult result)
    {
        int more = result.DiagnosticCount - result.Diagnostics.Count;
        string least = result.DiagnosticCount >= SchemaCompiler.MaxFound ? "at least " : "";
        string suffix = more > 0 ? $" The schemas have {least}{more} more diagnostics." : "";
        return result.Diagnostics.Select((diagnostic, i) => ToRoslyn(diagnostic, i == result.Diagnostics.Count - 1 ? suffix : ""));
    }

    private static Diagnostic ToRoslyn(SchemaDiagnostic diagnostic, string suffix)
    {
        SchemaRule rule = diagnostic.Rule;
        DiagnosticDescriptor descriptor = new(
            rule.Id,
            rule.Title,
            "{0}",
            "Codec.Schema",
            rule.Severity == SchemaSeverity.Error ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
            isEnabledByDefault: true,
            description: $"{rule.Title}. {rule.Id} has a section in {HelpPage}.");
        return Diagnostic.Create(descriptor, LocationOf(diagnostic.Span), diagnostic.Message + suffix);
    }

    // An empty path means the project, which has no place.
    private static Location LocationOf(SourceSpan span)
    {
        LinePosition start = new(span.Line - 1, span.Column - 1);
        return span.Path.Length == 0 ? Location.None : Location.Create(
            span.Path,
            new TextSpan(span.Start, span.Length),
            new LinePositionSpan(start, new LinePosition(start.Line, start.Character + span.Length)));
    }
}
