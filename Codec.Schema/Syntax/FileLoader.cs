using System.Collections.Generic;
using Codec.Schema.Diagnostics;

namespace Codec.Schema.Syntax;

/// <summary>Parses files and what they include, each once.</summary>
internal sealed class FileLoader(IncludeResolver resolver, DiagnosticBag diagnostics)
{
    private readonly Dictionary<string, FileSyntax> _parsed = [];
    private readonly Dictionary<(string Including, string Included), SchemaSource?> _resolved = [];

    /// <summary>The files that a root sees, an included one before those that include it, the root last.</summary>
    internal IReadOnlyList<LoadedFile> Load(SchemaSource root)
    {
        List<LoadedFile> files = [];
        Visit(root, [], files, 0);
        return files;
    }

    private void Visit(SchemaSource source, HashSet<string> visited, List<LoadedFile> files, int depth)
    {
        visited.Add(source.Path);
        if (!_parsed.TryGetValue(source.Path, out FileSyntax? syntax))
        {
            syntax = Parser.Parse(source, diagnostics);
            _parsed.Add(source.Path, syntax);
        }

        List<string> includes = [];
        foreach (LiteralSyntax include in syntax.Includes)
        {
            if (Resolve(source.Path, include.Text) is not { } included)
            {
                diagnostics.Report(SchemaRule.UnresolvedInclude, syntax.Source.Span(include), $"The file '{include.Text}' is not found.");
                continue;
            }

            includes.Add(included.Path);
            if (visited.Contains(included.Path))
            {
                continue;
            }

            if (depth >= SchemaCompiler.MaxIncludeDepth)
            {
                diagnostics.Report(
                    SchemaRule.UnresolvedInclude, syntax.Source.Span(include), $"Includes nest deeper than {SchemaCompiler.MaxIncludeDepth} files.");
                continue;
            }

            Visit(included, visited, files, depth + 1);
        }

        files.Add(new LoadedFile(syntax, includes));
    }

    private SchemaSource? Resolve(string including, string included)
    {
        if (!_resolved.TryGetValue((including, included), out SchemaSource? found))
        {
            found = resolver(including, included);
            _resolved.Add((including, included), found);
        }

        return found;
    }
}
