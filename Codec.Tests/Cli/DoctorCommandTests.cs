using System.IO;
using System.Linq;
using System.Runtime.Versioning;
using System.Text.Json;
using Codec.Cli.Doctor;
using NUnit.Framework;

namespace Codec.Tests.Cli;

/// <summary>Tests the command <c>codec doctor</c>, as a process whose PATH contains programs that the test wrote, and its reports on a project.</summary>
[TestFixture]
[UnsupportedOSPlatform("windows")]
[Platform(Exclude = "Win", Reason = "the programs are shell scripts")]
internal sealed class DoctorCommandTests
{
    private string _folder = "";
    private string _path = "";

    [SetUp]
    public void MakeFolder()
    {
        _folder = Directory.CreateTempSubdirectory("codec-doctor").FullName;
        _path = Path.Combine(_folder, "bin");
        Directory.CreateDirectory(_path);
    }

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void If_all_parts_are_present_doctor_prints_a_table_and_gives_exit_code_0()
    {
        PutAll();
        (int exit, string output, string errors) = Run();
        Assert.That((exit, errors), Is.EqualTo((0, "")), output);
        string[] lines = output.TrimEnd('\n').Split('\n');
        Assert.That(lines.Select(line => line.Length), Is.All.LessThanOrEqualTo(80));
        Assert.That(output.Contains((char)27), Is.False, "no escape codes");
        foreach (string expected in new[] { "dotnet 10.0.100", "g++ 12.2.0", "cmake 3.25.1", "flatc 2.0.8", "mono 6.8.0.105", "tshark 4.0.17", "codec " + Repository.Version })
        {
            Assert.That(output, Does.Contain(expected));
        }
    }

    [Test]
    public void A_missing_part_gives_exit_code_1_and_an_install_command()
    {
        PutAll();
        File.Delete(Path.Combine(_path, "tshark"));
        (int exit, string output, _) = Run();
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.Contain("tshark: tshark is not on the PATH.\n  ").And.Contain("tshark\n"));
    }

    [Test]
    public void Either_compiler_is_sufficient()
    {
        PutAll();
        File.Delete(Path.Combine(_path, "g++"));
        Put("clang++", "echo 'Debian clang version 14.0.6'");
        (int exit, string output, _) = Run();
        Assert.That(exit, Is.Zero);
        Assert.That(output, Does.Contain("clang++ 14.0.6"));
    }

    [TestCase("cmake", "echo 'cmake version 3.10.2'", "wrong version", "cmake 3.10.2 is too old; 3.18 or later is needed")]
    [TestCase("flatc", "echo 'flatc version 2.0.0'", "wrong version", "flatc 2.0.0 is too old; 2.0.8 or later is needed")]
    [TestCase("cmake", "echo no 1>&2; exit 3", "broken", "cmake --version failed with 3: no")]
    [TestCase("cmake", "echo; exit 1", "broken", "cmake --version failed with 1: it printed nothing")]
    public void A_part_that_is_too_old_or_broken_is_reported(string name, string script, string status, string detail)
    {
        PutAll();
        Put(name, script);
        (int exit, string output, _) = Run("--json");
        Assert.That(exit, Is.EqualTo(1));
        using JsonDocument json = JsonDocument.Parse(output);
        JsonElement part = json.RootElement.GetProperty("parts").EnumerateArray().Single(element => element.GetProperty("name").GetString() == name);
        Assert.That(json.RootElement.GetProperty("complete").GetBoolean(), Is.False);
        Assert.That((part.GetProperty("status").GetString(), part.GetProperty("detail").GetString()), Is.EqualTo((status, detail)));
        Assert.That(part.GetProperty("install").GetString(), Does.Contain(name == "flatc" ? "flatbuffers" : name).IgnoreCase);
    }

    [Test]
    public void A_file_that_cannot_be_executed_is_reported_as_broken()
    {
        PutAll();
        File.WriteAllText(Path.Combine(_path, "mono"), "");
        File.SetUnixFileMode(Path.Combine(_path, "mono"), UnixFileMode.UserRead);
        (int exit, string output, _) = Run();
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.Contain("mono: mono --version cannot run: "));
    }

    [Test]
    public void A_program_that_prints_no_version_is_accepted()
    {
        PutAll();
        Put("mono", "echo hello");
        Assert.That(Run().Exit, Is.Zero);
    }

    [Test]
    public void A_generator_with_a_different_version_is_reported()
    {
        PutAll();
        string project = Path.Combine(_folder, "game.csproj");
        File.WriteAllText(project, """<Project><ItemGroup><PackageReference Include="Codec.SourceGenerator" Version="0.1.0" /></ItemGroup></Project>""");
        (int exit, string output, _) = Run();
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.Contain($"generator: {project} uses version 0.1.0, and the tool has {Repository.Version}.\n  dotnet tool update Codec.Cli --version 0.1.0"));

        File.WriteAllText(project, $"""<Project><ItemGroup><PackageReference Version="{Repository.Version}" Include="Codec.SourceGenerator" /></ItemGroup></Project>""");
        Assert.That(Run().Exit, Is.Zero);
    }

    [TestCase("""<PackageReference Include="Codec.SourceGenerator" Version="$(CodecVersion)" />""", PartStatus.Found)]
    [TestCase("""<PackageReference Include="Codec.SourceGenerator" Version="0.2.*" />""", PartStatus.Found)]
    [TestCase("""<GlobalPackageReference Include="Codec.SourceGenerator" Version="0.1.0" />""", PartStatus.WrongVersion)]
    [TestCase("""<PackageReference Include="Codec.SourceGenerator"><Version>0.1.0</Version></PackageReference>""", PartStatus.WrongVersion)]
    [TestCase("""<!-- <PackageReference Include="Codec.SourceGenerator" Version="0.1.0" /> -->""", PartStatus.Unused)]
    [TestCase("""<PackageReference Include="Codec.SourceGenerator" Version="0.2.0" """, PartStatus.Broken)]
    public void Only_a_plain_version_of_the_generator_is_compared(string reference, PartStatus status)
    {
        File.WriteAllText(Path.Combine(_folder, "game.csproj"), $"<Project><ItemGroup>{reference}</ItemGroup></Project>");
        PartReport report = ProjectProbe.ProbeGenerator(_folder);
        Assert.That((report.Status, report.IsOk), Is.EqualTo((status, status is PartStatus.Found or PartStatus.Unused)), report.Detail);
    }

    [Test]
    public void A_folder_above_that_cannot_be_listed_is_skipped()
    {
        PutAll();
        string above = Path.Combine(_folder, "private");
        Directory.CreateDirectory(above);
        File.SetUnixFileMode(above, UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        Directory.CreateDirectory(Path.Combine(above, "game"));
        (int exit, string output, string errors) = RunAsUser(Path.Combine(above, "game"));
        File.SetUnixFileMode(above, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        Assert.That((exit, errors), Is.EqualTo((0, "")), output);
        Assert.That(output, Does.Match("local feed +unused"));
    }

    [Test]
    public void A_project_above_that_cannot_be_read_is_skipped()
    {
        PutAll();
        string folder = Path.Combine(_folder, "game");
        Directory.CreateDirectory(folder);
        foreach (string name in new[] { "other.csproj", "Directory.Build.props" })
        {
            File.WriteAllText(Path.Combine(_folder, name), "");
            File.SetUnixFileMode(Path.Combine(_folder, name), UnixFileMode.None);
        }

        (int exit, string output, string errors) = RunAsUser(folder);
        Assert.That((exit, errors), Is.EqualTo((0, "")), output);
        Assert.That(output, Does.Match("generator +unused").And.Match("local feed +unused"));
    }

    [Test]
    public void A_NuGet_configuration_that_cannot_be_read_is_a_finding()
    {
        PutAll();
        string file = Path.Combine(_folder, "nuget.config");
        File.WriteAllText(file, "<configuration />");
        File.SetUnixFileMode(file, UnixFileMode.None);
        (int exit, string output, string errors) = RunAsUser(_folder);
        Assert.That((exit, errors), Is.EqualTo((1, "")));
        Assert.That(output, Does.Contain($"local feed: Access to the path '{file}' is denied."));
    }

    [TestCase("./feed")]
    [TestCase("feed")]
    public void A_local_feed_that_does_not_exist_is_reported(string value)
    {
        PutAll();
        File.WriteAllText(
            Path.Combine(_folder, "NuGet.config"),
            $"""<configuration><packageSources><add key="a" value="https://api.nuget.org/v3/index.json" /><add key="b" value="{value}" /></packageSources></configuration>""");
        string feed = Path.Combine(_folder, "feed");
        (int exit, string output, _) = Run();
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.Contain($"local feed: {feed} does not exist."));

        Directory.CreateDirectory(feed);
        File.WriteAllText(Path.Combine(feed, "a.1.0.0.nupkg"), "");
        (exit, output, _) = Run();
        Assert.That(exit, Is.Zero, output);
        Assert.That(output, Does.Contain("1 packages"));
    }

    [TestCase("""<add key="a" value="gone" />""", """<clear /><add key="n" value="https://api.nuget.org/v3/index.json" />""", "", PartStatus.Unused)]
    [TestCase("""<add key="a" value="gone" />""", """<add key="b" value="gone" /><clear />""", "", PartStatus.Unused)]
    [TestCase("""<add key="a" value="gone" />""", """<add key="A" value="." />""", "", PartStatus.Found)]
    [TestCase("""<add key="a" value="gone" />""", "", """<add key="a" value="true" />""", PartStatus.Unused)]
    [TestCase("""<add key="a" value="gone" />""", "", """<add key="A" value="true" />""", PartStatus.Missing)]
    [TestCase("""<add key="a" value="gone" />""", "", """<add key="a" value="true" /><clear />""", PartStatus.Missing)]
    [TestCase("""<add key="a" value="gone" />""", "", """<add key="a" value="false" />""", PartStatus.Unused)]
    [TestCase("""<clear /><add key="a" value="gone" />""", """<add key="b" value="." />""", """<add key="b" value="true" />""", PartStatus.Missing)]
    public void Feeds_that_a_nearer_NuGet_configuration_removes_are_not_used(string above, string sources, string disabled, PartStatus status)
    {
        string folder = Path.Combine(_folder, "game");
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(_folder, "nuget.config"), $"<configuration><packageSources>{above}</packageSources></configuration>");
        File.WriteAllText(
            Path.Combine(folder, "nuget.config"),
            $"<configuration><packageSources>{sources}</packageSources><disabledPackageSources>{disabled}</disabledPackageSources></configuration>");
        PartReport report = ProjectProbe.ProbeFeed(folder);
        Assert.That(report.Status, Is.EqualTo(status), report.Detail);
    }

    [Test]
    public void Other_settings_and_comments_of_a_NuGet_configuration_are_not_feeds()
    {
        File.WriteAllText(
            Path.Combine(_folder, "nuget.config"),
            """
            <configuration>
              <config><add key="globalPackagesFolder" value="./packages" /></config>
              <packageSources>
                <!-- <add key="old" value="./old" /> -->
                <add key="a" value="https://api.nuget.org/v3/index.json" />
              </packageSources>
            </configuration>
            """);
        PartReport report = ProjectProbe.ProbeFeed(_folder);
        Assert.That(report.Status, Is.EqualTo(PartStatus.Unused), report.Detail);
    }

    [Test]
    public void A_NuGet_configuration_that_is_not_valid_is_a_finding()
    {
        PutAll();
        string file = Path.Combine(_folder, "nuget.config");
        File.WriteAllText(file, "<configuration><packageSources>");
        (int exit, string output, string errors) = Run();
        Assert.That((exit, errors), Is.EqualTo((1, "")), output);
        Assert.That(output, Does.Contain($"local feed: {file} is not valid XML: "));
    }

    [Test]
    public void Help_has_an_example_and_an_unknown_option_exits_with_2()
    {
        (int exit, string output, string errors) = CodecTool.Run("doctor", "--help");
        Assert.That((exit, errors), Is.EqualTo((0, "")));
        Assert.That(output, Does.Contain("Example: codec doctor --json"));
        Assert.That(CodecTool.Run("doctor", "--cure").Exit, Is.EqualTo(2));
    }

    private void PutAll()
    {
        Put("dotnet", "echo 10.0.100");
        Put("g++", "echo 'g++ (Debian 12.2.0-14) 12.2.0'");
        Put("cmake", "echo 'cmake version 3.25.1'");
        Put("flatc", "echo 'flatc version 2.0.8'");
        Put("mono", "echo 'Mono JIT compiler version 6.8.0.105'");
        Put("tshark", "echo 'TShark (Wireshark) 4.0.17'");
    }

    private void Put(string program, string script)
    {
        string path = Path.Combine(_path, program);
        File.WriteAllText(path, "#!/bin/sh\n" + script + "\n");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    private (int Exit, string Output, string Errors) Run(params string[] arguments)
    {
        using ToolProcess tool = ToolProcess.Start(new() { ["PATH"] = _path }, _folder, ["doctor", .. arguments]);
        int exit = tool.WaitForExit();
        return (exit, tool.Output, tool.Errors);
    }

    // Root can list every folder and read every file unless the process lacks these capabilities.
    private (int Exit, string Output, string Errors) RunAsUser(string folder)
    {
        const string Caps = "-dac_override,-dac_read_search";
        string path = $"PATH='{_path}'";
        using ToolProcess tool = ToolProcess.StartLimited(
            $"cd '{folder}'; if [ $(id -u) = 0 ]; then exec setpriv --inh-caps={Caps} --bounding-set={Caps} env {path} \"$@\"; fi; {path}; export PATH", "doctor");
        int exit = tool.WaitForExit();
        return (exit, tool.Output, tool.Errors);
    }
}
