namespace Codec.Schema.Syntax;

internal sealed record FileSyntax(SourceText Source, IReadOnlyList<DeclarationSyntax> Declarations)
{
    /// <summary>Gets the included files as written, in order.</summary>
    internal IReadOnlyList<SyntaxText> Includes { get; } =
        [.. Declarations.OfType<StatementSyntax>().Where(statement => statement.Keyword == "include").Select(statement => statement.Value)];
}
