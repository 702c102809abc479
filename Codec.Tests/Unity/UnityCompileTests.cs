namespace Codec.Tests.Unity;

/// <summary>Tests that the package's sources compile with Unity's settings, and that the package's own tests pass.</summary>
/// <remarks>Stubs declare the types of Unity that the sources use. They do not test the behavior of Unity.</remarks>
internal sealed class UnityCompileTests : FolderFixture
{
    private static readonly string[] Symbols = ["UNITY_2021_3_OR_NEWER", "UNITY_EDITOR"];

    private string _engine = "";
    private string _editor = "";

    private static string[] Runtime => [.. UnityPackage.RuntimeAssemblies];

    [OneTimeSetUp]
    public void CompileStubs()
    {
        _engine = Compile("UnityEngine", Stub("UnityEngine"));
        _editor = Compile("UnityEditor", Stub("UnityEditor"), _engine);
    }

    [Test]
    public void The_runtime_compiles([Values("UNITY_EDITOR", "UNITY_WEBGL", "ENABLE_IL2CPP")] string symbol) =>
        UnityCompiler.Compile(InFolder("Codec.Packets.dll"), UnityCompiler.Sources("Runtime"), [_engine, .. Runtime], symbol);

    [Test]
    public void The_assembly_of_the_generator_compiles() => Compile("Codec.Packets.Generator", UnityCompiler.Sources("Generator"));

    [Test]
    public void The_sample_compiles_with_the_generator_in_Unitys_compiler()
    {
        string schema = InFolder("cubes.Codec.SourceGenerator.additionalfile");
        File.Copy(UnityPackage.PathOf("Samples~/MovingCubes/cubes.fbs"), schema);
        string arguments = InFolder("arguments.rsp");
        File.WriteAllLines(arguments, new[]
        {
            "-nologo", "-target:library", "-warnaserror", "-langversion:9.0", "-nowarn:0169,0282,0649,1701,1702", $"-out:{InFolder("Generated.dll")}",
            $"-analyzer:{UnityPackage.PathOf("Generator/Codec.SourceGenerator.dll")}", $"-additionalfile:{schema}",
        }
        .Concat(NetStandard.References.Concat(Runtime).Append(_engine).Select(path => $"-reference:{path}"))
        .Concat(UnityCompiler.Sources("Samples~/MovingCubes").Keys)
        .Select(argument => $"\"{argument}\""));
        string host = Repository.PathOf("Codec.Tests", "Targets", "Codec.GeneratorHost", "bin", UnityPackage.Configuration, "net10.0", "Codec.GeneratorHost.dll");
        Assert.That(ExternalProgram.RunSuccessfully("dotnet", host, "-noconfig", "@" + arguments), Does.StartWith("Roslyn 4.3.0.0, 1 generator, "));
    }

    [Test]
    public void The_code_of_the_readme_compiles()
    {
        string readme = File.ReadAllText(UnityPackage.PathOf("README.md"));
        Dictionary<string, string> sources = UnityCompiler.Generated(Block(readme, ""));
        sources.Add("README.md", Block(readme, "csharp"));
        Compile("Readme", sources, [_engine, .. Runtime]);
    }

    [Test]
    public void The_editor_compiles_and_its_tests_pass()
    {
        string schema = UnityPackage.PathOf("Editor/Codec.Schema.dll");
        string editor = Compile("Codec.Packets.Editor", UnityCompiler.Sources("Editor"), _engine, _editor, schema);
        string tests = Compile("Codec.Packets.Tests", Stub("SchemaCompilationTests"), editor, schema, NetStandard.NUnit());

        // A separate context, because Codec.Schema in this process may be another build.
        AssemblyLoadContext context = new("unity-tests", isCollectible: true);
        context.Resolving += (loaded, name) => new[] { editor, schema, _engine, _editor }.Where(path => Path.GetFileNameWithoutExtension(path) == name.Name)
            .Select(loaded.LoadFromAssemblyPath).FirstOrDefault();
        Type fixture = context.LoadFromAssemblyPath(tests).GetTypes().Single(type => type.Name == "SchemaCompilationTests");
        int run = 0;
        foreach (System.Reflection.MethodInfo test in fixture.GetMethods().Where(method => method.IsDefined(typeof(TestAttribute), inherit: false)))
        {
            object instance = Activator.CreateInstance(fixture)!;
            fixture.GetMethod("CreateFolder")!.Invoke(instance, null);
            try
            {
                test.Invoke(instance, null);
                run++;
            }
            finally
            {
                fixture.GetMethod("DeleteFolder")!.Invoke(instance, null);
            }
        }

        Assert.That(run, Is.EqualTo(8));
        context.Unload();
    }

    [Test]
    public void The_commands_of_the_editor_show_what_they_do()
    {
        string folder = Directory.CreateDirectory(InFolder("commands")).FullName;
        foreach (string path in (string[])[_engine, _editor, UnityPackage.PathOf("Editor/Codec.Schema.dll")])
        {
            File.Copy(path, Path.Combine(folder, Path.GetFileName(path)));
        }

        Compile("commands/Codec.Packets.Editor", UnityCompiler.Sources("Editor"), Directory.GetFiles(folder));
        string program = UnityCompiler.Compile(Path.Combine(folder, "EditorCommands.exe"), Stub("EditorCommands"), Directory.GetFiles(folder));

        // Another process, because the paths of assets are relative to the current folder.
        string project = Directory.CreateDirectory(Path.Combine(folder, "project")).FullName;
        string output = ExternalProgram.RunSuccessfully(
            "dotnet", "exec", "--runtimeconfig", Path.Combine(AppContext.BaseDirectory, "Codec.Tests.runtimeconfig.json"), program, project);

        Assert.That(output.ReplaceLineEndings("\n").Replace(project, "PROJECT"), Is.EqualTo("""
            -- Import
            Assets/Net/game.generated/A.g.cs
            Assets/Net/game.generated/Codec.Schemas.ProtocolHash.Game.g.cs
            -- Generate C#, with another folder
            Error: Assets/other.fbs(1,17): error CODEC001: Expected ';', found '}'.
            <a href="Assets/other.fbs" line="1">Assets/other.fbs:1</a>
            Log: Codec: 2 files changed.
            Assets/Generated/A.g.cs
            Assets/Generated/Codec.Schemas.ProtocolHash.Game.g.cs
            Assets/Net/game.generated/A.g.cs
            Assets/Net/game.generated/Codec.Schemas.ProtocolHash.Game.g.cs
            -- Import and Generate C#, with C# turned off
            Warning: Codec: no C# is written for 'Assets/Net/game.fbs', because its inspector turns it off.
            Error: Assets/other.fbs(1,17): error CODEC001: Expected ';', found '}'.
            <a href="Assets/other.fbs" line="1">Assets/other.fbs:1</a>
            Log: Codec: 0 files changed.
            -- Check All Schemas
            Error: Assets/other.fbs(1,17): error CODEC001: Expected ';', found '}'.
            <a href="Assets/other.fbs" line="1">Assets/other.fbs:1</a>
            Log: Codec: 2 schemas, with errors.
            Log: Codec: 2 schemas, no errors.
            -- Check All Schemas and Generate C#, with a locked file
            Error: Codec: 2 schemas cannot be compiled, because a file cannot be read: The process cannot access the file 'PROJECT/Assets/Net/game.fbs' because it is being used by another process.
            Error: Codec: 'Assets/Net/game.fbs' cannot be compiled, because a file cannot be read: The process cannot access the file 'PROJECT/Assets/Net/game.fbs' because it is being used by another process.
            Log: Codec: 2 files changed.
            Assets/other.generated/B.g.cs
            Assets/other.generated/Codec.Schemas.ProtocolHash.Other.g.cs

            """));
    }

    private static Dictionary<string, string> Stub(string name) => new() { [name] = Repository.Read($"Codec.Tests/Unity/Sources/{name}.cs.txt") };

    // Returns a fenced code block, which may be indented.
    private static string Block(string text, string language)
    {
        string[] lines = text.Split('\n');
        return string.Join('\n', lines.SkipWhile(line => line.Trim() != "```" + language).Skip(1).TakeWhile(line => line.Trim() != "```"));
    }

    private string Compile(string name, Dictionary<string, string> sources, params string[] references) =>
        UnityCompiler.Compile(InFolder(name + ".dll"), sources, references, Symbols);
}
