using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Schema;
using Codec.Schema.Model;
using NUnit.Framework;

namespace Codec.Tests.Schema;

/// <summary>Compiles schemas that are written in a test.</summary>
internal static class SchemaText
{
    public static SchemaResult Compile(string text) => Compile(("a.fbs", text));

    /// <summary>Compiles files that include each other by name; every one is a root.</summary>
    public static SchemaResult Compile(params (string Path, string Text)[] files) => Compile(files, files.Select(file => file.Path).ToArray());

    public static SchemaResult Compile((string Path, string Text)[] files, string[] roots)
    {
        Dictionary<string, SchemaSource> sources = files.ToDictionary(file => file.Path, file => new SchemaSource(file.Path, file.Text));
        return SchemaCompiler.Compile(roots.Select(root => sources[root]), path => sources.GetValueOrDefault(path));
    }

    /// <summary>The schema file at a path; null if there is none.</summary>
    public static SchemaSource? Read(string path)
    {
        // No file has such a name, and Path throws.
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

    /// <summary>The diagnostics as a compiler prints them, a line each.</summary>
    public static string Messages(SchemaResult result) => string.Join('\n', result.Diagnostics);

    /// <summary>The diagnostics as <c>id@line:column</c>, with spaces between.</summary>
    public static string Places(SchemaResult result) =>
        string.Join(' ', result.Diagnostics.Select(diagnostic => $"{diagnostic.Rule.Id}@{diagnostic.Span.Line}:{diagnostic.Span.Column}"));
}
