using System.Collections.Immutable;
using System.Threading;
using Codec.Schema;
using Codec.Schema.CSharp;

namespace Codec.SourceGenerator;

/// <summary>The compiled schemas of a project.</summary>
internal sealed record SchemaProject(SchemaResult Result, CSharpOptions Options)
{
    // Compares paths as file systems usually do on the compiler's operating system.
    private static readonly StringComparer Paths = Path.DirectorySeparatorChar == '\\' ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal;

    // A file may be in a folder that was searched, but not in the project.
    private const string NotListed = " The generator reads no other files than the PacketSchema items: list the file there.";

    public static SchemaProject Compile(
        ImmutableArray<SchemaItem> items, EquatableArray<string> includeFolders, string? oldLanguage, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        if (oldLanguage is not null && !items.IsEmpty)
        {
            return Reject([Diagnostic(
                SchemaRule.LanguageVersion, "", $"Generated code does not compile as C# {oldLanguage}: set <LangVersion>9.0</LangVersion> or later in the project.")]);
        }

        // The output must not depend on the order of items in a project. A file that both Unity and MSBuild pass is used once.
        SchemaItem[] files =
        [
            .. items.OrderBy(item => item.Source.Path, StringComparer.Ordinal).ThenBy(item => item.FilePath, StringComparer.Ordinal)
                .GroupBy(item => Normalize(item.Source.Path), Paths).Select(group => group.First()),
        ];
        SchemaDiagnostic[] errors =
        [
            .. files.Where(item => !item.IsEmitValid).Select(item => Diagnostic(
                SchemaRule.InvalidEmit, item.FilePath,
                $"The metadata Emit is '{MessageText.Shorten(item.Emit)}'; expected true, false or types.")),
        ];
        CSharpOptions options = new()
        {
            ExternalFiles = new EquatableArray<string>(files.Where(item => item.IsExternal).Select(item => item.Source.Path)),
            FilesWithoutHash = new EquatableArray<string>(files.Where(item => item.HasTypesOnly).Select(item => item.Source.Path)),
        };
        return errors.Length > 0 ? Reject(errors) : new SchemaProject(Compile(files, includeFolders, options), options);
    }

    private static SchemaResult Compile(SchemaItem[] files, EquatableArray<string> includeFolders, CSharpOptions options)
    {
        Dictionary<string, SchemaSource> byPath = files.ToDictionary(item => Normalize(item.Source.Path), item => item.Source, Paths);
        SchemaReader reader = path => byPath.TryGetValue(Normalize(path), out SchemaSource? found) ? found : null;
        IReadOnlyList<SchemaSource> roots = SchemaCompiler.WithoutIncluded([.. files.Select(item => item.Source)], reader, includeFolders);
        SchemaResult result = CSharpEmitter.Check(SchemaCompiler.Compile(roots, reader, includeFolders), options);
        Dictionary<string, string> renamed = files.Where(item => item.FilePath != item.Source.Path)
            .ToDictionary(item => item.Source.Path, item => item.FilePath, StringComparer.Ordinal);
        return result with
        {
            Diagnostics = new EquatableArray<SchemaDiagnostic>(result.Diagnostics.Select(diagnostic => diagnostic with
            {
                Span = renamed.TryGetValue(diagnostic.Span.Path, out string? path) ? diagnostic.Span with { Path = path } : diagnostic.Span,
                Message = diagnostic.Rule == SchemaRule.UnresolvedInclude ? diagnostic.Message + NotListed : diagnostic.Message,
            })),
        };
    }

    private static SchemaDiagnostic Diagnostic(SchemaRule rule, string path, string message) =>
        new() { Rule = rule, Span = new SourceSpan(path, 0, 0, 1, 1), Message = message };

    private static SchemaProject Reject(SchemaDiagnostic[] errors) => new(
        new SchemaResult { Model = null, Diagnostics = new EquatableArray<SchemaDiagnostic>(errors), DiagnosticCount = errors.Length }, CSharpOptions.Default);

    private static string Normalize(string path)
    {
        List<string> parts = [];
        foreach (string part in path.Replace('\\', '/').Split('/'))
        {
            if (part == ".." && parts.Count > 0 && parts[parts.Count - 1].Length > 0 && parts[parts.Count - 1] != "..")
            {
                parts.RemoveAt(parts.Count - 1);
            }
            else if (part != "." && (part.Length > 0 || parts.Count == 0))
            {
                parts.Add(part);
            }
        }

        return string.Join("/", parts);
    }
}
