using Codec.Schema.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Codec.SourceGenerator;

/// <summary>The schema compiler's diagnostics as the C# compiler shows them: at their place in the schema.</summary>
internal static class SchemaDiagnostics
{
    // Each rule has a heading there, named after its id.
    private const string HelpPage = "docs/schema.md#";

    public static Diagnostic ToRoslyn(SchemaDiagnostic diagnostic)
    {
        SchemaRule rule = diagnostic.Rule;
        DiagnosticDescriptor descriptor = new(
            rule.Id,
            rule.Title,
            "{0}",
            "Codec.Schema",
            rule.Severity == SchemaSeverity.Error ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
            isEnabledByDefault: true,
            helpLinkUri: HelpPage + rule.Id.ToLowerInvariant());
        SourceSpan span = diagnostic.Span;
        LinePosition start = new(span.Line - 1, span.Column - 1);
        Location location = Location.Create(
            span.Path,
            new TextSpan(span.Start, span.Length),
            new LinePositionSpan(start, new LinePosition(start.Line, start.Character + span.Length)));
        return Diagnostic.Create(descriptor, location, diagnostic.Message);
    }
}
