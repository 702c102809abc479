using Codec.Schema.Binding;
using Codec.Schema.Syntax;

namespace Codec.Cli.Lsp;

/// <summary>A root schema and its includes, compiled. Immutable.</summary>
/// <param name="Path">The full path of the root.</param>
/// <param name="LastModel">The newest model without errors, which may be older than the files, or <see langword="null"/>.</param>
internal sealed record CompiledSchema(string Path, SchemaCompilation Compilation, SchemaModel? LastModel)
{
    private readonly Lazy<DeclaredName[]> _declared = new(() => [.. Compilation.Files.SelectMany(DeclaredName.In)]);

    /// <summary>Gets the names that the files declare.</summary>
    public IReadOnlyList<DeclaredName> Declared => _declared.Value;

    public FileSyntax? FileOf(string path) => Compilation.Files.FirstOrDefault(file => file.Source.Path == path);

    /// <summary>Returns what is declared at a place, or what the name at the place refers to.</summary>
    /// <param name="line">The line, from 0.</param>
    /// <param name="column">The column in UTF-16 units, from 0.</param>
    public DeclaredName? At(string path, int line, int column)
    {
        bool IsAt(SourceSpan span) => span.Line == line + 1 && span.Column <= column + 1 && column + 1 <= span.Column + span.Length && span.Path == path;
        NameUse use = Compilation.Uses.FirstOrDefault(use => IsAt(use.Span));
        return Declared.FirstOrDefault(name => use.Span.Path is null ? IsAt(name.Span) : name.Span == use.Declaration);
    }

    /// <summary>Returns the places where a declaration is used. Each is the last part of a name, without the namespace.</summary>
    public IEnumerable<SourceSpan> UsesOf(DeclaredName declared) => Compilation.Uses.Where(use => use.Declaration == declared.Span)
        .Select(use => use.Span).Distinct().Select(span => span with
        {
            Start = span.Start + span.Length - declared.Name.Length,
            Column = span.Column + span.Length - declared.Name.Length,
            Length = declared.Name.Length,
        });
}
