using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests which values build/Codec.SourceGenerator.targets passes to the compiler.</summary>
[TestFixture]
internal sealed class PacketGeneratorItemTests
{
    private static readonly string Build = Repository.PathOf("Codec.SourceGenerator", "build", "Codec.SourceGenerator");

    private string _folder = "";

    [SetUp]
    public void CreateFolder() => _folder = Directory.CreateTempSubdirectory("codec-items").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void Metadata_is_passed_to_its_end() => Assert.That(
        Pass("""<PropertyGroup><PacketSchemaParts>types;&#10;views</PacketSchemaParts></PropertyGroup><ItemGroup><PacketSchema Include="a.fbs" Parts="types;&#10;it's # all" Emit="isn't" /></ItemGroup>"""),
        Is.EqualTo((string[])["project types;\nviews", "a.fbs isn't types;\nit's # all"]));

    [Test]
    public void Items_and_parts_after_the_import_are_passed_once() => Assert.That(
        Pass(
            """<ItemGroup><PacketSchema Include="a.fbs;b.fbs;c.fbs" /><AdditionalFiles Include="a.fbs" /></ItemGroup>""",
            """
            <PropertyGroup><PacketSchemaParts>views</PacketSchemaParts></PropertyGroup>
            <ItemGroup><PacketSchema Update="b.fbs" Emit="false" /><PacketSchema Remove="c.fbs" /><PacketSchema Include="d.fbs" /></ItemGroup>
            <Target Name="Late" BeforeTargets="AddPacketSchemas"><ItemGroup><PacketSchema Include="e.fbs" Parts="types" /></ItemGroup></Target>
            """),
        Is.EqualTo((string[])["project views", "a.fbs  ", "b.fbs false ", "d.fbs  ", "e.fbs  types"]));

    [TestCase(false, 100, "own", "true", "Mine=1")]
    [TestCase(false, 2_000, "own", "false", "DOTNET_TieredPGO=0;DOTNET_gcServer=0;Mine=1")]
    [TestCase(true, 2_000, "Microsoft.CodeAnalysis.NetAnalyzers,System.Text.Json.SourceGeneration,own", "true", "Mine=1")]
    public void A_project_without_source_code_is_compiled_without_the_analyzers_of_the_SDK_and_many_tables_by_a_separate_process(
        bool hasSource, int tables, string analyzers, string isShared, string environment)
    {
        if (hasSource)
        {
            File.WriteAllText(Path.Combine(_folder, "Own.cs"), "");
        }

        foreach (string name in new[] { "a.fbs", "b.fbs" })
        {
            File.WriteAllText(Path.Combine(_folder, name), string.Concat(Enumerable.Range(0, tables / 2).Select(table => $"table {name[0]}{table} {{ }}\n")));
        }

        JsonElement result = JsonDocument.Parse(RunTargets(
            "Compile",
            """<PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><CscEnvironment>Mine=1</CscEnvironment><UseSharedCompilation>true</UseSharedCompilation></PropertyGroup><ItemGroup><Analyzer Include="own.dll" /><PacketSchema Include="*.fbs;missing.fbs" /></ItemGroup>""",
            "",
            "-restore",
            "-p:SkipCompilerExecution=true",
            "-getItem:Analyzer",
            "-getProperty:UseSharedCompilation,CscEnvironment")).RootElement;

        string?[] files = [.. result.GetProperty("Items").GetProperty("Analyzer").EnumerateArray().Select(item => item.GetProperty("Filename").GetString())];
        Assert.That(files, hasSource ? Is.SupersetOf(analyzers.Split(',')) : Is.EqualTo(analyzers.Split(',')));
        Assert.That(result.GetProperty("Properties").GetProperty("UseSharedCompilation").GetString(), Is.EqualTo(isShared));
        Assert.That(result.GetProperty("Properties").GetProperty("CscEnvironment").GetString(), Is.EqualTo(environment));
    }

    [Test]
    public void A_handler_that_drops_a_task_is_reported()
    {
        File.WriteAllText(Path.Combine(_folder, "Handlers.cs"), """
            using System.Threading.Tasks;
            public delegate void Handler(Peer peer);
            public class Peer { public ValueTask<int> SendAsync() => default; }
            public class Handlers { public Handler Answer { get; } = peer => peer.SendAsync(); }
            """);
        Assert.That(
            RunTargets("Compile", "<PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>", "", "-restore"),
            Does.Contain("Handlers.cs(4,66): warning CA2012"));
    }

    // Returns the parts of the project; then, for each file, its name, Emit and parts.
    private IEnumerable<string> Pass(string beforeImport, string afterImport = "")
    {
        RunTargets("GenerateMSBuildEditorConfigFile", beforeImport, afterImport, "-p:GeneratedMSBuildEditorConfigFile=passed");
        string[] sections = File.ReadAllText(Path.Combine(_folder, "passed")).Split("\n[");
        return
        [
            "project " + Value(sections[0], "build_property._PacketSchemaParts"),
            .. sections.Skip(1).Select(section =>
                $"{Path.GetFileName(section.Split(']')[0])} {Value(section, "build_metadata.AdditionalFiles.PacketSchemaEmit")} {Value(section, "build_metadata.AdditionalFiles.PacketSchemaParts")}"),
        ];
    }

    private string RunTargets(string targets, string beforeImport, string afterImport, params IEnumerable<string> options)
    {
        string project = Path.Combine(_folder, "items.csproj");
        foreach (string name in new[] { "Directory.Build.props", "Directory.Build.targets" })
        {
            File.WriteAllText(Path.Combine(_folder, name), "<Project />");
        }

        File.WriteAllText(project, $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>netstandard2.0</TargetFramework></PropertyGroup>
              <Import Project="{Build}.props" />
              {beforeImport}
              <Import Project="{Build}.targets" />
              {afterImport}
            </Project>
            """);
        return ExternalProgram.RunSuccessfully("dotnet", ["msbuild", project, $"-t:{targets}", "-nologo", "-nodeReuse:false", .. options]);
    }

    private static string Value(string section, string key) => Uri.UnescapeDataString(
        section.Split('\n').Where(line => line.StartsWith(key + " = ", StringComparison.Ordinal)).Select(line => line[(key.Length + 3)..]).Single().Trim());
}
