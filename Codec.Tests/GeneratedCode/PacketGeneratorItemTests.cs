namespace Codec.Tests.GeneratedCode;

/// <summary>Tests which values build/Codec.SourceGenerator.targets passes to the compiler.</summary>
internal sealed class PacketGeneratorItemTests : TestFolderFixture
{
    private static readonly string Build = Repository.PathOf("compiler", "Codec.SourceGenerator", "build", "Codec.SourceGenerator");

    [Test]
    public void Metadata_is_passed_to_its_end() => Assert.That(
        Pass("""<PropertyGroup><PacketSchemaIncludePath>a;&#10;b</PacketSchemaIncludePath></PropertyGroup><ItemGroup><PacketSchema Include="a.fbs" Emit="false;&#10;it's # all" /></ItemGroup>"""),
        Is.EqualTo((string[])["project a;\nb", "a.fbs false;\nit's # all"]));

    [Test]
    public void Items_and_folders_after_the_import_are_passed_once() => Assert.That(
        Pass(
            """<ItemGroup><PacketSchema Include="a.fbs;b.fbs;c.fbs" /><AdditionalFiles Include="a.fbs" /></ItemGroup>""",
            """
            <PropertyGroup><PacketSchemaIncludePath>folder</PacketSchemaIncludePath></PropertyGroup>
            <ItemGroup><PacketSchema Update="b.fbs" Emit="false" /><PacketSchema Remove="c.fbs" /><PacketSchema Include="d.fbs" /></ItemGroup>
            <Target Name="Late" BeforeTargets="AddPacketSchemas"><ItemGroup><PacketSchema Include="e.fbs" Emit="true" /></ItemGroup></Target>
            """),
        Is.EqualTo((string[])["project folder", "a.fbs ", "b.fbs false", "d.fbs ", "e.fbs true"]));

    [Test]
    public void A_project_without_source_code_is_compiled_without_the_analyzers_of_the_SDK_and_many_tables_by_a_separate_process()
    {
        (string Name, bool HasSource, int Tables, string Analyzers, string IsShared, string Environment)[] cases =
        [
            ("few", false, 100, "own", "true", "Mine=1"),
            ("many", false, 2_000, "own", "false", "DOTNET_TieredPGO=0;DOTNET_gcServer=0;Mine=1"),
            ("source", true, 2_000, "Microsoft.CodeAnalysis.NetAnalyzers,System.Text.Json.SourceGeneration,own", "true", "Mine=1"),
        ];
        foreach ((string name, bool hasSource, int tables, _, _, _) in cases)
        {
            Directory.CreateDirectory(InFolder(name));
            if (hasSource)
            {
                File.WriteAllText(Path.Combine(Folder, name, "Own.cs"), "");
            }

            foreach (string file in new[] { "a.fbs", "b.fbs" })
            {
                File.WriteAllText(Path.Combine(Folder, name, file), string.Concat(Enumerable.Range(0, tables / 2).Select(table => $"table {file[0]}{table} {{ }}\n")));
            }

            PutProject(
                name,
                """<PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><CscEnvironment>Mine=1</CscEnvironment><UseSharedCompilation>true</UseSharedCompilation></PropertyGroup><ItemGroup><Analyzer Include="own.dll" /><PacketSchema Include="*.fbs;missing.fbs" /></ItemGroup>""",
                """
                <Target Name="Report" DependsOnTargets="Compile">
                  <WriteLinesToFile File="report" Lines="@(Analyzer->'%(Filename)', ',');$(UseSharedCompilation);$([MSBuild]::Escape($(CscEnvironment)))" />
                </Target>
                """);
        }

        // One run of MSBuild loads the SDK once for all projects.
        string all = InFolder("all.proj");
        File.WriteAllText(all, """
            <Project>
              <ItemGroup><Case Include="*/items.csproj" /></ItemGroup>
              <Target Name="Restore"><MSBuild Projects="@(Case)" Targets="Restore" /></Target>
              <Target Name="Report"><MSBuild Projects="@(Case)" Targets="Report" /></Target>
            </Project>
            """);
        RunTarget(all, "Report", "-restore", "-p:SkipCompilerExecution=true");
        foreach ((string name, bool hasSource, _, string analyzers, string isShared, string environment) in cases)
        {
            string[] report = File.ReadAllLines(Path.Combine(Folder, name, "report"));
            Assert.That(report[0].Split(','), hasSource ? Is.SupersetOf(analyzers.Split(',')) : Is.EqualTo(analyzers.Split(',')), name);
            Assert.That(report[1..], Is.EqualTo((string[])[isShared, environment]), name);
        }
    }

    [Test]
    public void A_handler_that_drops_a_task_is_reported()
    {
        File.WriteAllText(InFolder("Handlers.cs"), """
            using System.Threading.Tasks;
            public delegate void Handler(Peer peer);
            public class Peer { public ValueTask<int> SendAsync() => default; }
            public class Handlers { public Handler Answer { get; } = peer => peer.SendAsync(); }
            """);
        Assert.That(
            RunTarget(PutProject("", "<PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>", ""), "Compile", "-restore"),
            Does.Contain("Handlers.cs(4,66): warning CA2012"));
    }

    // Returns the include path of the project; then, for each file, its name and Emit.
    private IEnumerable<string> Pass(string beforeImport, string afterImport = "")
    {
        RunTarget(PutProject("", beforeImport, afterImport), "GenerateMSBuildEditorConfigFile", "-p:GeneratedMSBuildEditorConfigFile=passed");
        string[] sections = File.ReadAllText(InFolder("passed")).Split("\n[");
        return
        [
            "project " + Value(sections[0], "build_property._PacketSchemaIncludePath"),
            .. sections.Skip(1).Select(section =>
                $"{Path.GetFileName(section.Split(']')[0])} {Value(section, "build_metadata.AdditionalFiles.PacketSchemaEmit")}"),
        ];
    }

    private string PutProject(string folder, string beforeImport, string afterImport)
    {
        string project = Path.Combine(Folder, folder, "items.csproj");
        File.WriteAllText(project, $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>netstandard2.0</TargetFramework></PropertyGroup>
              <Import Project="{Build}.props" />
              {beforeImport}
              <Import Project="{Build}.targets" />
              {afterImport}
            </Project>
            """);
        return project;
    }

    // Returns the output of MSBuild.
    private string RunTarget(string project, string target, params IEnumerable<string> options)
    {
        foreach (string name in new[] { "Directory.Build.props", "Directory.Build.targets" })
        {
            File.WriteAllText(InFolder(name), "<Project />");
        }

        return ExternalProgram.RunSuccessfully("dotnet", ["msbuild", project, $"-t:{target}", "-nologo", "-nodeReuse:false", .. options]);
    }

    private static string Value(string section, string key) => Uri.UnescapeDataString(
        section.Split('\n').Where(line => line.StartsWith(key + " = ", StringComparison.Ordinal)).Select(line => line[(key.Length + 3)..]).Single().Trim());
}
