namespace Codec.Tests.Unity;

/// <summary>Compiles with Unity's settings: C# 9 and netstandard2.1, without nullable annotations. A warning is an error.</summary>
internal static class UnityCompiler
{
    // The warnings that Unity suppresses: unused and unassigned fields, because Unity assigns them, and references to netstandard2.0.
    private static readonly ImmutableDictionary<string, ReportDiagnostic> Suppressed =
        new[] { "CS0169", "CS0282", "CS0649", "CS1701", "CS1702" }.ToImmutableDictionary(id => id, _ => ReportDiagnostic.Suppress);

    /// <summary>Compiles sources to a file.</summary>
    /// <param name="output">The path of the assembly. The file name is also the name of the assembly.</param>
    /// <param name="sources">The source texts by path. Diagnostics contain the path.</param>
    /// <param name="references">The references in addition to those of netstandard2.1.</param>
    /// <param name="symbols">The preprocessor symbols.</param>
    /// <returns>The path of the assembly.</returns>
    public static string Compile(
        string output, IEnumerable<KeyValuePair<string, string>> sources, IEnumerable<string> references, params string[] symbols)
    {
        CSharpParseOptions parse = new(LanguageVersion.CSharp9, preprocessorSymbols: symbols);
        CSharpCompilation compilation = CSharpCompilation.Create(
            Path.GetFileNameWithoutExtension(output),
            sources.Select(source => CSharpSyntaxTree.ParseText(source.Value, parse, source.Key)),
            NetStandard.References.Select(AssemblyReferences.Of).Concat(references.Select(path => MetadataReference.CreateFromFile(path))),
            new CSharpCompilationOptions(
                output.EndsWith(".exe", System.StringComparison.Ordinal) ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary,
                optimizationLevel: OptimizationLevel.Release,
                specificDiagnosticOptions: Suppressed));
        using FileStream image = File.Create(output);
        Diagnostic[] diagnostics = [.. compilation.Emit(image).Diagnostics.Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning)];
        Assert.That(diagnostics, Is.Empty, Path.GetFileName(output));
        return output;
    }

    /// <summary>Returns the C# files of a folder of the package, by path.</summary>
    public static Dictionary<string, string> Sources(string folder) => Directory
        .EnumerateFiles(UnityPackage.PathOf(folder), "*.cs", SearchOption.AllDirectories).ToDictionary(path => path, File.ReadAllText);

    /// <summary>Returns the generated C# of cubes.fbs, or of another schema, by file name.</summary>
    public static Dictionary<string, string> Generated(string schema)
    {
        SchemaResult result = CSharpEmitter.Check(SchemaCompiler.Compile([new SchemaSource("cubes.fbs", schema)], _ => null));
        Assert.That(result.Diagnostics, Is.Empty);
        return CSharpEmitter.Emit(result.Model!).ToDictionary(file => file.Name, file => file.Text);
    }
}
