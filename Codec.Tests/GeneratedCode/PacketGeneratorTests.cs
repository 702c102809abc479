extern alias generator;

using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Threading;
using generator::Codec.SourceGenerator;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

/// <summary>The generator as the C# compiler drives it.</summary>
[TestFixture]
internal sealed class PacketGeneratorTests
{
    private static readonly string[] Steps = [PacketGenerator.SourceStep, PacketGenerator.CompileStep, PacketGenerator.EmitStep];

    [Test]
    public void An_edit_of_one_csharp_file_runs_no_step_again_for_500_tables()
    {
        StringBuilder schema = new("namespace Many;\n");
        for (int i = 0; i < 500; i++)
        {
            schema.Append(CultureInfo.InvariantCulture, $"table T{i} {{ a:int; b:string; c:[T{(i + 1) % 500}]; }}\n");
        }

        CSharpCompilation compilation = Compilation("class Before { }");
        GeneratorDriver driver = Driver(("many.fbs", schema.ToString())).RunGenerators(compilation);
        Assert.That(driver.GetRunResult().GeneratedTrees, Has.Length.EqualTo(500));

        CSharpCompilation edited = compilation.ReplaceSyntaxTree(compilation.SyntaxTrees[0], CSharpSyntaxTree.ParseText("class After { int x; }"));
        GeneratorRunResult run = driver.RunGenerators(edited).GetRunResult().Results.Single();
        IncrementalStepRunReason[] reasons = [.. Steps.SelectMany(step => run.TrackedSteps[step]).SelectMany(step => step.Outputs).Select(output => output.Reason)
            .Concat(run.TrackedOutputSteps.SelectMany(pair => pair.Value).SelectMany(step => step.Outputs).Select(output => output.Reason))];
        Assert.That(reasons, Has.Length.GreaterThan(500));
        Assert.That(reasons, Is.All.EqualTo(IncrementalStepRunReason.Cached).Or.All.EqualTo(IncrementalStepRunReason.Unchanged));
    }

    [Test]
    public void The_order_of_files_does_not_show_in_the_output()
    {
        (string, string) first = ("a.fbs", "namespace N; table A { x:int; }");
        (string, string) second = ("b.fbs", "include \"a.fbs\"; namespace N; table B { a:A; }");
        string[] one = Texts(Driver(first, second));
        string[] other = Texts(Driver(second, first));
        Assert.That(one, Has.Length.EqualTo(2));
        Assert.That(other, Is.EqualTo(one));
    }

    [Test]
    public void An_error_in_a_schema_is_reported_at_its_place()
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

    [Test]
    public void Files_that_are_no_packet_schema_are_left_alone()
    {
        GeneratorDriver driver = CSharpGeneratorDriver.Create(
            [new PacketGenerator().AsSourceGenerator()], [new Text("x.fbs", "table A { x:int; }")], optionsProvider: new Options(isSchema: false));
        Assert.That(driver.RunGenerators(Compilation("class C { }")).GetRunResult().GeneratedTrees, Is.Empty);
    }

    private static string[] Texts(GeneratorDriver driver) =>
        [.. driver.RunGenerators(Compilation("class C { }")).GetRunResult().Results.Single().GeneratedSources.Select(source => source.HintName + source.SourceText)];

    private static CSharpCompilation Compilation(string text) => CSharpCompilation.Create("Test", [CSharpSyntaxTree.ParseText(text)]);

    private static CSharpGeneratorDriver Driver(params (string Path, string Text)[] files) => CSharpGeneratorDriver.Create(
        [new PacketGenerator().AsSourceGenerator()],
        [.. files.Select(file => new Text(file.Path, file.Text))],
        optionsProvider: new Options(isSchema: true),
        driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));

    private sealed class Text(string path, string text) : AdditionalText
    {
        public override string Path => path;

        public override SourceText GetText(CancellationToken cancellationToken = default) => SourceText.From(text, Encoding.UTF8);
    }

    private sealed class Options(bool isSchema) : AnalyzerConfigOptionsProvider
    {
        public override AnalyzerConfigOptions GlobalOptions { get; } = new FileOptions(false);

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => GlobalOptions;

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => new FileOptions(isSchema);
    }

    private sealed class FileOptions(bool isSchema) : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value)
        {
            value = isSchema && key == "build_metadata.AdditionalFiles.PacketSchema" ? "true" : null;
            return value is not null;
        }
    }
}
