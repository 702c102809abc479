namespace Codec.Tests.GeneratedCode;

/// <summary>
/// Tests the packaged generator in the oldest and the newest compiler that it supports. Files have no metadata, as in Unity, which does not use
/// MSBuild.
/// </summary>
internal sealed class PacketGeneratorHostTests : FolderFixture
{
    private const string Program = """
        using System;
        using Codec.Framing;
        using Hosted;

        public static class Example
        {
            public static string Run()
            {
                byte[] packet = new byte[64];
                PacketEncoder.Encode(packet, new Greeting { Text = "hi", Spot = new Place { X = 5 } }, null, out int written);
                Greeting read = new Greeting();
                return read.TryRead(packet.AsSpan(4, written - 4)) ? packet[2] + read.Text + read.Spot.Value.X : "unreadable";
            }
        }
        """;

    private static readonly string Configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
    private static readonly string HostFolder = Repository.PathOf("Codec.Tests", "Targets", "Codec.GeneratorHost", "bin", Configuration, "net10.0");

    [OneTimeSetUp]
    public void Pack()
    {
        ExternalProgram.RunSuccessfully(
            "dotnet", "pack", Repository.PathOf("compiler", "Codec.SourceGenerator"), "-c", Configuration, "--no-build", "-o", InFolder("packages"), "-nodeReuse:false");
        ZipFile.ExtractToDirectory(Directory.GetFiles(InFolder("packages"), "*.nupkg").Single(), InFolder("package"));
    }

    [Test]
    public void The_generator_runs_in_Unitys_compiler() =>
        Assert.That(CompileAndRun("unity", Path.Combine(HostFolder, "Codec.GeneratorHost.dll")), Does.StartWith("Roslyn 4.3.0.0, 1 generator, 6 files"));

    [Test]
    public void The_generator_runs_in_the_compiler_of_the_SDK() =>
        Assert.That(CompileAndRun("sdk", File.ReadAllText(Path.Combine(HostFolder, "compiler.txt")).Trim()), Is.Empty);

    [Test]
    public void Types_values_fields_and_namespaces_with_the_names_of_keywords_compile_in_the_newest_compiler()
    {
        Assert.That(SyntaxFacts.GetContextualKeywordKinds().Select(SyntaxFacts.GetText).Except(ReservedWords.All), Is.Empty, "words of a newer SDK");
        RandomCases.RequireCI();
        string host = Repository.PathOf("Codec.Tests", "Targets", "Codec.NextGeneratorHost", "bin", Configuration, "net10.0", "Codec.NextGeneratorHost.dll");
        (int exit, string output) = Compile("next", host, "preview", "class Nothing { }", ReservedWords.Text);
        Assert.That(exit, Is.Zero, output);
        Assert.That(output, Does.StartWith("Roslyn 5.12.0.0, 1 generator, "));
    }

    [Test]
    public void The_package_has_what_flatc_and_MSBuild_need()
    {
        Assert.That(File.ReadAllText(InFolder("package/schemas/packets.fbs")), Is.EqualTo(Repository.Read("schemas/packets.fbs")));
        Assert.That(Directory.GetFiles(InFolder("package/build")).Select(Path.GetFileName), Is.EquivalentTo((string[])["Codec.SourceGenerator.globalconfig", "Codec.SourceGenerator.props", "Codec.SourceGenerator.targets"]));
    }

    private string CompileAndRun(string name, string compiler)
    {
        (int exit, string output) = Compile(name, compiler, "9.0", Program);
        Assert.That(exit, Is.Zero, output);
        AssemblyLoadContext context = new(name, isCollectible: true);
        using FileStream image = File.OpenRead(InFolder(name + "/hosted.dll"));
        Assert.That(context.LoadFromStream(image).GetType("Example")!.GetMethod("Run")!.Invoke(null, null), Is.EqualTo("7hi5"));
        context.Unload();
        return output;
    }

    private (int ExitCode, string Output) Compile(string name, string compiler, string version, string program, string words = "table T { x:int; }")
    {
        string folder = InFolder(name);
        Directory.CreateDirectory(folder);
        string Put(string file, string text)
        {
            File.WriteAllText(Path.Combine(folder, file), text);
            return Path.Combine(folder, file);
        }

        IEnumerable<string> arguments =
        [
            "-nologo", "-target:library", "-warnaserror", $"-langversion:{version}", "-nullable:annotations",
            $"-out:{Path.Combine(folder, "hosted.dll")}",
            $"-analyzer:{InFolder("package/analyzers/dotnet/cs/Codec.SourceGenerator.dll")}",
            .. File.ReadAllLines(Path.Combine(HostFolder, "references.txt")).Select(path => $"-reference:{path}"),
            $"-additionalfile:{Put("greeting.fbs", "include \"packets.fbs\"; include \"place.fbs\"; namespace Hosted; table Greeting (packet_id: 7) { text:string; spot:Place; }")}",
            $"-additionalfile:{Put("place.Codec.SourceGenerator.additionalfile", "namespace Hosted; struct Place { x:int; }")}",
            $"-additionalfile:{Put("words.fbs", words)}",
            Put("program.cs", program),
        ];
        string response = Put("arguments.rsp", string.Join('\n', arguments.Select(argument => $"\"{argument}\"")));
        return ExternalProgram.Run("dotnet", compiler, "-noconfig", "@" + response);
    }
}
