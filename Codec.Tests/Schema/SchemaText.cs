namespace Codec.Tests.Schema;

/// <summary>Compiles schemas from strings.</summary>
internal static class SchemaText
{
    public static SchemaResult Compile(string text) => Compile(("a.fbs", text));

    /// <summary>Compiles files that can include each other by name. Every file is a root.</summary>
    public static SchemaResult Compile(params (string Path, string Text)[] files) => Compile(files, files.Select(file => file.Path).ToArray());

    public static SchemaResult Compile((string Path, string Text)[] files, string[] roots)
    {
        Dictionary<string, SchemaSource> sources = files.ToDictionary(file => file.Path, file => new SchemaSource(file.Path, file.Text));
        return SchemaCompiler.Compile(roots.Select(root => sources[root]), path => sources.GetValueOrDefault(path));
    }

    /// <summary>Returns the schema file at a path, or <see langword="null"/> if it does not exist.</summary>
    public static SchemaSource? Read(string path)
    {
        // No file can have such a name, and Path.GetFullPath would throw.
        if (path.Contains('\0', StringComparison.Ordinal))
        {
            return null;
        }

        string full = Path.GetFullPath(path);
        return File.Exists(full) ? SchemaSource.Decode(full, File.ReadAllBytes(full)) : null;
    }

    public static SchemaModel Model(params (string Path, string Text)[] files)
    {
        SchemaResult result = Compile(files);
        Assert.That(result.Diagnostics.Select(diagnostic => diagnostic.ToString()), Is.Empty);
        return result.Model!;
    }

    /// <summary>Returns the diagnostics in the compiler's format, one per line.</summary>
    public static string Messages(SchemaResult result) => string.Join('\n', result.Diagnostics);

    /// <summary>Returns the diagnostics as <c>id@line:column</c>, separated by spaces.</summary>
    public static string Places(SchemaResult result) =>
        string.Join(' ', result.Diagnostics.Select(diagnostic => $"{diagnostic.Rule.Id}@{diagnostic.Span.Line}:{diagnostic.Span.Column}"));
}
