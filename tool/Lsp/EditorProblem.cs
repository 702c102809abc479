namespace Codec.Cli.Lsp;

/// <summary>A problem that an editor marks.</summary>
internal sealed record EditorProblem(SourceSpan Span, bool IsError, string Rule, string Message);
