namespace Codec.Schema.Diagnostics;

/// <summary>Something wrong in a schema, and where.</summary>
public sealed record SchemaDiagnostic
{
    /// <summary>One of <see cref="SchemaRule.All"/>.</summary>
    public required SchemaRule Rule { get; init; }

    /// <summary>What is wrong and what was expected, one sentence without the location.</summary>
    public required string Message { get; init; }

    /// <summary>The location.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>As a compiler prints it: <c>file(line,column): error CODEC001: message</c>.</summary>
    /// <returns>One line.</returns>
    public override string ToString()
    {
        string severity = Rule.Severity == SchemaSeverity.Error ? "error" : "warning";
        return System.FormattableString.Invariant($"{Span.Path}({Span.Line},{Span.Column}): {severity} {Rule.Id}: {Message}");
    }
}
