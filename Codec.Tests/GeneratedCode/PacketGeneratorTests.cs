extern alias generator;

using Microsoft.CodeAnalysis.Text;
using generator::Codec.SourceGenerator;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests the generator as the C# compiler runs it.</summary>
internal sealed class PacketGeneratorTests
{
    private static readonly string[] Steps = [PacketGenerator.SourceStep, PacketGenerator.CompileStep, PacketGenerator.EmitStep];

    [Test]
    public void Editing_a_csharp_file_reruns_no_generator_step_for_500_tables()
    {
        StringBuilder schema = new("namespace Many;\n");
        for (int i = 0; i < 500; i++)
        {
            schema.Append(CultureInfo.InvariantCulture, $"table T{i} {{ a:int; b:string; c:[T{(i + 1) % 500}]; }}\n");
        }

        CSharpCompilation compilation = Compilation("class Before { }");
        GeneratorDriver driver = Driver(("many.fbs", schema.ToString())).RunGenerators(compilation);
        Assert.That(driver.GetRunResult().GeneratedTrees, Has.Length.EqualTo(501), "a file for each table, and the protocol hash");

        CSharpCompilation edited = compilation.ReplaceSyntaxTree(compilation.SyntaxTrees[0], CSharpSyntaxTree.ParseText("class After { int x; }"));
        GeneratorRunResult run = driver.RunGenerators(edited).GetRunResult().Results.Single();
        IncrementalStepRunReason[] reasons = [.. Steps.SelectMany(step => run.TrackedSteps[step]).SelectMany(step => step.Outputs).Select(output => output.Reason)
            .Concat(run.TrackedOutputSteps.SelectMany(pair => pair.Value).SelectMany(step => step.Outputs).Select(output => output.Reason))];
        Assert.That(reasons, Has.Length.GreaterThan(500));
        Assert.That(reasons, Is.All.EqualTo(IncrementalStepRunReason.Cached).Or.All.EqualTo(IncrementalStepRunReason.Unchanged));
    }

    [Test]
    public void A_schema_error_is_reported_with_its_file_line_and_column()
    {
        Diagnostic diagnostic = Driver(("dir/bad.fbs", "namespace N;\ntable A {\n  x:Missing;\n}\n"))
            .RunGenerators(Compilation("class C { }")).GetRunResult().Diagnostics.Single();
        FileLinePositionSpan place = diagnostic.Location.GetLineSpan();
        Assert.That(place.Path, Is.EqualTo("dir/bad.fbs"));
        Assert.That(place.StartLinePosition, Is.EqualTo(new LinePosition(2, 4)));
        Assert.That(diagnostic.Severity, Is.EqualTo(DiagnosticSeverity.Error));
        Assert.That(diagnostic.Id, Does.StartWith("CODEC"));
        Assert.That(diagnostic.Descriptor.Description.ToString(CultureInfo.InvariantCulture), Does.Contain(diagnostic.Id + " has a section in docs/schema.md"));
        Assert.That(Repository.Read("docs/schema.md"), Does.Contain("### " + diagnostic.Id + "\n"));
        Assert.That(diagnostic.Descriptor.HelpLinkUri, Is.Empty, "an editor cannot open a page of the package");
    }

    [TestCase("/p/sub/a.fbs", "/q/a.fbs", "/p/a.fbs")]
    [TestCase("/q/a.fbs", "/r/a.fbs", "/p/a.fbs")]
    [TestCase("/r/a.fbs", "/p/a.fbs")]
    [TestCase("/p/a.fbs")]
    public void Includes_are_searched_beside_their_file_then_in_include_folders_then_beside_the_root(params string[] candidates)
    {
        (string, string)[] files =
        [
            ("/p/root.fbs", "include \"sub/middle.fbs\"; table R { a:A; }"), ("/p/sub/middle.fbs", "include \"a.fbs\"; table M { a:A; }"),
            .. candidates.Select((path, i) => (path, i == 0 ? "struct A { right:int; }" : $"namespace Wrong{i}; struct B {{ x:int; }}")),
        ];
        string[] texts = Texts(Driver("../q ; ;/r", files), out Diagnostic[] diagnostics);
        Assert.That(diagnostics.Where(diagnostic => diagnostic.Id != "CODEC084"), Is.Empty, "the other files are roots of one name");
        Assert.That(texts, Has.Some.Contains(" Right"));
    }

    [TestCase("/p/sub/a.fbs")]
    [TestCase("/a.fbs")]
    [TestCase("/q/p/a.fbs")]
    [TestCase("a.fbs")]
    public void A_file_with_the_same_name_in_an_unrelated_folder_is_not_included(string path)
    {
        GeneratorDriver driver = Driver("", ("/p/root.fbs", "include \"a.fbs\"; table R { x:int; }"), (path, "table A { x:int; }"));
        Assert.That(Texts(driver, out Diagnostic[] diagnostics), Is.Empty);
        Assert.That(diagnostics.Single().Id, Is.EqualTo("CODEC006"));
        Assert.That(diagnostics.Single().GetMessage(CultureInfo.InvariantCulture), Is.EqualTo(
            "The file 'a.fbs' is not found in '/p'. The generator reads no other files than the PacketSchema items: list the file there."));
    }

    [TestCase("../q/a.fbs", "/q/a.fbs")]
    [TestCase("./b/.././a.fbs", "/p/a.fbs")]
    [TestCase("b//a.fbs", "/p/b/a.fbs")]
    [TestCase("b\\\\a.fbs", "/p/b/a.fbs")]
    [TestCase("/b/a.fbs", "/p/b/a.fbs")]
    [TestCase("c#1;2/a.fbs", "/p/c#1;2/a.fbs")]
    public void Include_paths_are_normalized_as_in_the_command_line_tool(string spelling, string path)
    {
        GeneratorDriver driver = Driver("", ("/p/root.fbs", $"include \"{spelling}\"; table R {{ a:A; }}"), (path, "table A { x:int; }"));
        Assert.That(Texts(driver, out Diagnostic[] diagnostics), Has.Length.EqualTo(3));
        Assert.That(diagnostics, Is.Empty);
    }

    [Test]
    public void Schemas_that_are_not_UTF8_outside_of_comments_are_rejected()
    {
        (Encoding Encoding, string Schema, string Ids)[] cases =
        [
            (Encoding.Unicode, "table T { x:int; }", "CODEC008"), (Encoding.BigEndianUnicode, "table T { x:int; }", "CODEC008"),
            (Encoding.UTF32, "table T { x:int; }", "CODEC008"), (Encoding.Latin1, "/* \u00e4 */ table T { x:int; }", ""),
            (Encoding.Latin1, "table T { x:string = \"\u00e4\"; }", "CODEC008"), (Encoding.UTF8, "table T { x:string = \"\u00e4\"; }", ""),
        ];
        foreach ((Encoding encoding, string schema, string ids) in cases)
        {
            GeneratorDriver driver = Driver(new PacketGeneratorOptions(), new PacketGeneratorFile("x.fbs", schema, encoding));
            Texts(driver, out Diagnostic[] diagnostics);
            Assert.That(string.Join(' ', diagnostics.Select(item => item.Id)), Is.EqualTo(ids), encoding.WebName);
        }
    }

    [Test]
    public void The_last_diagnostic_contains_the_number_of_omitted_diagnostics()
    {
        GeneratorDriver driver = Driver(("x.fbs", string.Concat(Enumerable.Range(0, 130).Select(i => $"table T{i} {{ x int; }}\n"))));
        Texts(driver, out Diagnostic[] diagnostics);
        Assert.That(diagnostics, Has.Length.EqualTo(100));
        Assert.That(diagnostics[^1].GetMessage(CultureInfo.InvariantCulture), Does.EndWith(" The schemas have 30 more diagnostics."));
        Assert.That(diagnostics[^2].GetMessage(CultureInfo.InvariantCulture), Does.Not.Contain("more"));
    }

    [TestCase("/p/x.fbs", null)]
    [TestCase("/p/x.FBS", "")]
    [TestCase("/p/x.fbs.Codec.SourceGenerator.additionalfile", null)]
    [TestCase("/p/x.fbs.codec.sourcegenerator.AdditionalFile", null)]
    [TestCase("/p/x.Codec.SourceGenerator.additionalfile", null)]
    [TestCase("/p/x.schema", "true")]
    [TestCase("/p/x.fbs", "True")]
    public void Schemas_are_identified_by_their_metadata_or_their_file_name(string path, string? metadata)
    {
        Texts(Unmarked(metadata, (path, "table A { x:Missing; }")), out Diagnostic[] diagnostics);
        Assert.That(diagnostics.Select(diagnostic => (diagnostic.Id, diagnostic.Location.GetLineSpan().Path)), Is.EqualTo(new[] { ("CODEC011", path) }));
    }

    [TestCase("/p/x.fbs", "false")]
    [TestCase("/p/x.fbs.Codec.SourceGenerator.additionalfile", "False")]
    [TestCase("/p/x.txt", null)]
    [TestCase("/p/x.fbs.txt", "")]
    [TestCase("/p/x.Codec.SourceGenerator.additionalfile", "false")]
    [TestCase("/p/x.fbs.Other.additionalfile", null)]
    [TestCase("/p/x.Other.additionalfile", null)]
    public void Files_that_are_not_schemas_are_ignored(string path, string? metadata)
    {
        Assert.That(Texts(Unmarked(metadata, (path, "table A { x:Missing; }")), out Diagnostic[] diagnostics), Is.Empty);
        Assert.That(diagnostics, Is.Empty);
    }

    [TestCase(".Codec.SourceGenerator.additionalfile")]
    [TestCase(".fbs.Codec.SourceGenerator.additionalfile")]
    public void A_file_with_and_without_the_suffix_of_Unity_is_compiled_once(string suffix)
    {
        Assert.That(Texts(Unmarked(null, ("/p/a.fbs", "table A { x:int; }"), ("/p/a" + suffix, "table A { x:int; }")), out Diagnostic[] diagnostics), Has.Length.EqualTo(2));
        Assert.That(diagnostics, Is.Empty);
        PacketGeneratorFile[] files = [PacketGeneratorFile.Item("/p/a.fbs", "table A { x:int; }"), new("/p/a.fbs", "table A { x:int; }"), new("/p/../p/a" + suffix, "table A { y:int; }")];
        Assert.That(Texts(Driver(new PacketGeneratorOptions(), files), out diagnostics), Has.Length.EqualTo(2));
        Assert.That(diagnostics, Is.Empty);
    }

    [TestCase(LanguageVersion.CSharp7_3, "7.3")]
    [TestCase(LanguageVersion.CSharp8, "8.0")]
    public void An_old_language_version_is_reported_once(LanguageVersion version, string shown)
    {
        PacketGeneratorFile[] files = [PacketGeneratorFile.Item("/p/a.fbs", "table A { x:int; }"), PacketGeneratorFile.Item("/p/b.fbs", "table B { x:Missing; }", emit: "x")];
        Assert.That(Texts(Driver(new PacketGeneratorOptions(), files).WithUpdatedParseOptions(new CSharpParseOptions(version)), out Diagnostic[] diagnostics), Is.Empty);
        Assert.That(diagnostics.Single().ToString(), Is.EqualTo(
            $"error CODEC066: Generated code does not compile as C# {shown}: set <LangVersion>9.0</LangVersion> or later in the project."));
    }

    [Test]
    public void Generated_code_needs_the_language_version_that_the_diagnostic_names()
    {
        string[] sources = Texts(Driver(("/p/a.fbs", "include \"packets.fbs\"; struct S { x:int; } table A (packet_id: 3) { x:int; s:S; t:string; a:[A]; }")), out _);
        Assert.That(InMemoryCompilation.Diagnose(sources, LanguageVersion.CSharp9), Is.Empty);
        Assert.That(InMemoryCompilation.Diagnose(sources, LanguageVersion.CSharp8), Is.Not.Empty, "then an older version is good enough for ProjectSettings.Oldest");
    }

    [Test]
    public void An_invalid_value_of_Emit_is_reported([Values("no", "0")] string emit)
    {
        Assert.That(Texts(Driver(new PacketGeneratorOptions(), PacketGeneratorFile.Item("/p/a.fbs", "table A { x:int; }", emit)), out Diagnostic[] diagnostics), Is.Empty);
        Assert.That(diagnostics.Single().ToString(), Is.EqualTo($"/p/a.fbs(1,1): error CODEC067: The metadata Emit is '{emit}'; expected true, false or types."));
    }

    [Test]
    public void A_file_with_Emit_types_has_no_hash_of_its_protocol([Values("types", "Types")] string emit)
    {
        string[] sources = Texts(Driver(new PacketGeneratorOptions(), PacketGeneratorFile.Item("/p/a.fbs", "table A { x:int; }", emit)), out Diagnostic[] diagnostics);
        Assert.That((sources.Length, diagnostics.Length, sources[0].Contains("class A", StringComparison.Ordinal)), Is.EqualTo((1, 0, true)));
    }

    // Creates a driver whose files have no metadata, as in Unity, or only the <c>PacketSchema</c> metadata that an MSBuild item can have.
    private static CSharpGeneratorDriver Unmarked(string? metadata, params (string Path, string Text)[] files) => Driver(
        new PacketGeneratorOptions(isMSBuild: metadata is not null),
        [.. files.Select(file => new PacketGeneratorFile(file.Path, file.Text) { Metadata = metadata is null ? [] : new() { ["PacketSchema"] = metadata } })]);

    private static string[] Texts(GeneratorDriver driver) =>
        [.. driver.RunGenerators(Compilation("class C { }")).GetRunResult().Results.Single().GeneratedSources.Select(source => source.HintName + source.SourceText)];

    private static string[] Texts(GeneratorDriver driver, out Diagnostic[] diagnostics)
    {
        GeneratorRunResult result = driver.RunGenerators(Compilation("class C { }")).GetRunResult().Results.Single();
        diagnostics = [.. result.Diagnostics];
        return [.. result.GeneratedSources.Select(source => source.SourceText.ToString())];
    }

    private static CSharpCompilation Compilation(string text) => CSharpCompilation.Create("Test", [CSharpSyntaxTree.ParseText(text)]);

    private static CSharpGeneratorDriver Driver(params (string Path, string Text)[] files) => Driver("", files);

    private static CSharpGeneratorDriver Driver(string includePath, params (string Path, string Text)[] files) =>
        Driver(new PacketGeneratorOptions(includePath), [.. files.Select(file => PacketGeneratorFile.Item(file.Path, file.Text))]);

    private static CSharpGeneratorDriver Driver(PacketGeneratorOptions options, params PacketGeneratorFile[] files) => CSharpGeneratorDriver.Create(
        [new PacketGenerator().AsSourceGenerator()],
        files,
        optionsProvider: options,
        driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));
}
