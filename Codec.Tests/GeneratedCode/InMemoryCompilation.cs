namespace Codec.Tests.GeneratedCode;

/// <summary>
/// Compiles C# in this process. It references the library under test, but no assembly with code that was generated for the tests themselves.
/// </summary>
internal static class InMemoryCompilation
{
    // Generated code disables nullable warnings, because the compiler takes time to find them. The tests enable them.
    private const string WithoutNullableWarnings = "#nullable disable warnings\n#nullable enable annotations\n";
    private const string WithNullableWarnings = "#nullable enable\n";

    private const string AnyName = "InMemory";

    private static readonly string[] Generated = ["Codec.Tests.dll", "GamePackets.dll", "Codec.SourceGenerator.dll"];

    // The version of C# that is used instead of C# 9, such as preview.
    private static readonly LanguageVersion InsteadOfCSharp9 =
        LanguageVersionFacts.TryParse(Environment.GetEnvironmentVariable("CODEC_LANGUAGE_VERSION"), out LanguageVersion version) && version != LanguageVersion.Default ? version : LanguageVersion.CSharp9;

    // Two libraries refer to different versions of an assembly, as the netstandard2.0 build does. MSBuild suppresses these warnings by default, too.
    private static readonly string[] OtherVersions = ["CS1701", "CS1702"];

    // Compilations that are derived from this one reuse the information about the references, unless they have another name. Several tests compile at the
    // same time, so a compilation uses one thread.
    private static readonly Lazy<CSharpCompilation> Nothing = new(() => CSharpCompilation.Create(
        AnyName,
        references: AssemblyReferences.Except(Generated),
        options: new CSharpCompilationOptions(
            OutputKind.DynamicallyLinkedLibrary,
            optimizationLevel: OptimizationLevel.Release,
            concurrentBuild: false,
            nullableContextOptions: NullableContextOptions.Enable,
            specificDiagnosticOptions: OtherVersions.Select(id => KeyValuePair.Create(id, ReportDiagnostic.Suppress)))));

    /// <summary>Gets or sets what changes an assembly before it is loaded.</summary>
    public static Func<byte[], byte[]> BeforeLoad { get; set; } = image => image;

    /// <summary>Returns the compiler's errors and warnings for the sources, without those of code generation.</summary>
    public static IReadOnlyList<Diagnostic> Diagnose(IEnumerable<string> sources, LanguageVersion version = LanguageVersion.CSharp9) =>
        Problems(Create(AnyName, sources, version).GetDiagnostics());

    /// <summary>Compiles the sources and loads the assembly, which is unloaded when it is no longer used. A warning is an error.</summary>
    public static Assembly Load(
        string name, IEnumerable<string> sources, LanguageVersion version = LanguageVersion.CSharp9, bool checkOverflow = false)
    {
        using MemoryStream image = new();
        List<Diagnostic> diagnostics = Problems(Create(AnyName, sources, version, checkOverflow).Emit(image).Diagnostics);
        if (diagnostics.Count > 0)
        {
            string[] first = [.. diagnostics.Take(5).Select(diagnostic => $"{diagnostic}\n{diagnostic.Location.SourceTree?.GetText().Lines[diagnostic.Location.GetLineSpan().StartLinePosition.Line]}")];
            throw new InvalidOperationException($"{name}: {string.Join('\n', first)}");
        }

        using MemoryStream loaded = new(BeforeLoad(image.ToArray()));
        return new AssemblyLoadContext(name, isCollectible: true).LoadFromStream(loaded);
    }

    /// <summary>Returns the compilation of the sources, whose symbols can be queried.</summary>
    public static CSharpCompilation Create(string name, IEnumerable<string> sources, LanguageVersion version, bool checkOverflow = false) => Nothing.Value
        .WithAssemblyName(name)
        .WithOptions(Nothing.Value.Options.WithOverflowChecks(checkOverflow))
        .AddSyntaxTrees(Parse(sources, version));

    private static IEnumerable<SyntaxTree> Parse(IEnumerable<string> sources, LanguageVersion version)
    {
        CSharpParseOptions options = new(version == LanguageVersion.CSharp9 ? InsteadOfCSharp9 : version, DocumentationMode.Diagnose, preprocessorSymbols: ["NET5_0_OR_GREATER"]);
        return sources.Select(text => CSharpSyntaxTree.ParseText(text.Replace(WithoutNullableWarnings, WithNullableWarnings, StringComparison.Ordinal), options));
    }

    private static List<Diagnostic> Problems(IEnumerable<Diagnostic> diagnostics) =>
        [.. diagnostics.Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning)];
}
