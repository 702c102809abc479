using Codec.Schema;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Codec.SourceGenerator;

/// <summary>Converts the schema compiler's diagnostics to those of the C# compiler, with their location in the schema.</summary>
internal static class SchemaDiagnostics
{
    // The page that explains the rules. It is not on a website, so a diagnostic cannot link to it with a URL that an editor can open.
    private const string HelpPage = "docs/schema.md in the package Codec.SourceGenerator";

    /// <summary>Returns the diagnostics of a compilation. If some were omitted, the last one contains their number.</summary>
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

    // An empty path stands for the project, which has no location.
    private static Location LocationOf(SourceSpan span)
    {
        LinePosition start = new(span.Line - 1, span.Column - 1);
        return span.Path.Length == 0 ? Location.None : Location.Create(
            span.Path,
            new TextSpan(span.Start, span.Length),
            new LinePositionSpan(start, new LinePosition(start.Line, start.Character + span.Length)));
    }
}
