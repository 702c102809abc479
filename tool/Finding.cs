namespace Codec.Cli;

/// <summary>What a command found in a schema.</summary>
/// <param name="Level"><c>breaking</c>, <c>warning</c> or <c>note</c>.</param>
/// <param name="Advice">A sentence that says what to do.</param>
/// <param name="Consequences">Sentences about what follows from it.</param>
internal sealed record Finding(string Level, string Rule, SourceSpan Span, string Message, string Advice, IReadOnlyList<string> Consequences);
