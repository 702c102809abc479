namespace Codec.Schema.Diagnostics;

/// <summary>A problem in a schema, and its location.</summary>
public sealed record SchemaDiagnostic
{
    /// <summary>Gets the rule, which is one of <see cref="SchemaRule.All"/>.</summary>
    public required SchemaRule Rule { get; init; }

    /// <summary>Gets the message: one sentence that describes the problem and what was expected, without the location.</summary>
    public required string Message { get; init; }

    /// <summary>Gets the location.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Creates a diagnostic whose message may contain text of the schema.</summary>
    internal static SchemaDiagnostic Create(SchemaRule rule, SourceSpan span, string message) =>
        new() { Rule = rule, Span = span, Message = MessageText.Printable(message) };

    /// <summary>Returns the diagnostic in the format of compilers: <c>file(line,column): error CODEC001: message</c>.</summary>
    public override string ToString()
    {
        string severity = Rule.Severity == SchemaSeverity.Error ? "error" : "warning";
        return System.FormattableString.Invariant($"{Span.Path}({Span.Line},{Span.Column}): {severity} {Rule.Id}: {Message}");
    }
}
