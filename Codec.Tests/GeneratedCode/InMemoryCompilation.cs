using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Codec.Tests.GeneratedCode;

/// <summary>Compiles C# in this process against the library under test, and against nothing that was generated for the tests themselves.</summary>
internal static class InMemoryCompilation
{
    private static readonly string[] Generated = ["Codec.Tests.dll", "GamePackets.dll", "Codec.SourceGenerator.dll"];

    private static readonly Lazy<MetadataReference[]> References = new(() =>
        [.. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => File.Exists(path) && !Generated.Contains(Path.GetFileName(path)))
            .Select(path => MetadataReference.CreateFromFile(path))]);

    // What the compiler has found out about the references serves every compilation that is made of this one.
    private static readonly Lazy<CSharpCompilation> Nothing = new(() => Create("Diagnosed", [], LanguageVersion.CSharp9));

    /// <summary>What the compiler says of the sources, warnings included.</summary>
    public static IReadOnlyList<Diagnostic> Diagnose(IEnumerable<string> sources, LanguageVersion version = LanguageVersion.CSharp9)
    {
        using MemoryStream image = new();
        return Emit(Nothing.Value.AddSyntaxTrees(Parse(sources, version)), image);
    }

    /// <summary>The sources as an assembly that is collected when nothing uses it; a warning is a failure.</summary>
    public static Assembly Load(
        string name, IEnumerable<string> sources, LanguageVersion version = LanguageVersion.CSharp9, bool checkOverflow = false)
    {
        using MemoryStream image = new();
        List<Diagnostic> diagnostics = Emit(Create(name, sources, version, checkOverflow), image);
        if (diagnostics.Count > 0)
        {
            string[] first = [.. diagnostics.Take(5).Select(diagnostic => $"{diagnostic}\n{diagnostic.Location.SourceTree?.GetText().Lines[diagnostic.Location.GetLineSpan().StartLinePosition.Line]}")];
            throw new InvalidOperationException($"{name}: {string.Join('\n', first)}");
        }

        image.Position = 0;
        return new AssemblyLoadContext(name, isCollectible: true).LoadFromStream(image);
    }

    /// <summary>The sources as the compiler sees them, to ask it what is in them.</summary>
    public static CSharpCompilation Create(string name, IEnumerable<string> sources, LanguageVersion version, bool checkOverflow = false) =>
        CSharpCompilation.Create(
            name,
            Parse(sources, version),
            References.Value,
            new CSharpCompilationOptions(
                OutputKind.DynamicallyLinkedLibrary,
                optimizationLevel: OptimizationLevel.Release,
                checkOverflow: checkOverflow,
                nullableContextOptions: NullableContextOptions.Enable));

    private static IEnumerable<SyntaxTree> Parse(IEnumerable<string> sources, LanguageVersion version)
    {
        CSharpParseOptions options = new(version, DocumentationMode.Diagnose);
        return sources.Select(text => CSharpSyntaxTree.ParseText(text, options));
    }

    private static List<Diagnostic> Emit(CSharpCompilation compilation, Stream image) =>
        [.. compilation.Emit(image).Diagnostics.Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning)];
}
