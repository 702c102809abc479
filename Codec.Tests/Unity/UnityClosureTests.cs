namespace Codec.Tests.Unity;

/// <summary>
/// Tests that the sample's plain C# runs with only the assemblies of the package: on Mono, compiled ahead of time, on .NET, and trimmed.
/// </summary>
internal sealed class UnityClosureTests : FolderFixture
{
    private const string Program = "TwoPlayers";

    // The expected output of Main: the last move of each player.
    private const string Seen = """
        first sees CubeMoved { Cube = 2, Position = Vec3 { X = 500, Y = 0, Z = -500 }, Rotation = null, Color = Rgba { R = 1, G = 0, B = 0, A = 1 } }
        second sees CubeMoved { Cube = 1, Position = Vec3 { X = 500, Y = 0, Z = -500 }, Rotation = null, Color = Rgba { R = 1, G = 0, B = 0, A = 1 } }
        Closed 
        """;

    [OneTimeSetUp]
    public void CompileProgram()
    {
        Dictionary<string, string> sources = UnityCompiler.Generated(File.ReadAllText(UnityPackage.PathOf("Samples~/MovingCubes/cubes.fbs")));
        sources.Add("CubeWorld.cs", File.ReadAllText(UnityPackage.PathOf("Samples~/MovingCubes/CubeWorld.cs")));
        sources.Add("TwoPlayers.cs", Repository.Read("Codec.Tests/Unity/Sources/TwoPlayers.cs.txt"));
        UnityCompiler.Compile(InFolder(Program + ".exe"), sources, UnityPackage.RuntimeAssemblies);
    }

    [Test]
    public void The_program_runs_on_Mono()
    {
        string folder = MonoFolder("mono");
        AssertSucceeded(MonoFacades.Run(Path.Combine(folder, Program + ".exe"), folder));
    }

    [Test]
    public void The_program_runs_on_Mono_compiled_ahead_of_time()
    {
        RandomCases.RequireCI();
        ExternalProgram.Require("as");
        string folder = MonoFolder("aot");
        foreach (string library in MonoFacades.ClassLibraries)
        {
            // Mono requires the compiled code of an assembly to be in the same folder as the assembly.
            File.Copy(library, Path.Combine(folder, Path.GetFileName(library)), overwrite: true);
        }

        string program = Path.Combine(folder, Program + ".exe");
        HashSet<string> closure = [];
        foreach (string name in (string[])[Path.GetFileName(program), .. MonoFacades.Roots])
        {
            Collect(Path.Combine(folder, name), folder, closure);
        }

        Parallel.ForEach(closure, path => MonoFacades.CompileAhead(path, folder));

        AssertSucceeded(MonoFacades.RunAhead(program, folder));

        // Without its compiled code, the program must not run, because the JIT compiler is disabled.
        File.Delete(program + ".so");
        (int exitCode, string output) = MonoFacades.RunAhead(program, folder);
        Assert.That(output, Does.Not.Contain("sees"));
        Assert.That(exitCode, Is.Not.Zero);
    }

    [Test]
    public void The_program_runs_on_NET() => Assert.That(RunOnNet("net"), Does.StartWith(Seen));

    [Test]
    public void The_program_runs_with_the_Cpp_server()
    {
        using CppServer server = new("chat");
        Assert.That(RunOnNet("cpp", $"{server.EndPoint.Port}"), Does.StartWith(Seen));
    }

    [Test]
    public void The_program_is_trimmed_without_warnings_and_runs()
    {
        RandomCases.RequireCI();
        string folder = Place("trim");
        string program = Path.Combine(folder, Program + ".dll");
        File.Move(Path.Combine(folder, Program + ".exe"), program);
        string output = InFolder("trimmed");

        // The trimmer does not know that the assemblies that it skips call the methods of an interface of a list.
        string kept = Put("kept.xml", "<linker><assembly fullname=\"Codec\"><type fullname=\"Codec.Payloads.FieldList`1\"/></assembly></linker>");

        // The same call as that of PublishTrimmed. Microsoft's assemblies are not trimmed, because they cause warnings that the feature switches of
        // the SDK suppress. Then the trimmer does not know which types they create, so type checks are kept. Otherwise, it would remove catch blocks
        // for exceptions that only these assemblies throw.
        ExternalProgram.RunSuccessfully(
            "dotnet", NetStandard.Linker(), "-a", program, "entrypoint", "-x", kept, "-d", folder, "-d", Path.GetDirectoryName(typeof(object).Assembly.Location)!,
            "--action", "link", "--trim-mode", "skip", "--disable-opt", "unusedtypechecks", "--warnaserror", "--singlewarn-", "-o", output);

        Assert.That(new FileInfo(Path.Combine(output, "Codec.dll")).Length, Is.LessThan(new FileInfo(Path.Combine(folder, "Codec.dll")).Length), "something was removed");
        foreach (string skipped in UnityPackage.RuntimeAssemblies.Where(path => !File.Exists(Path.Combine(output, Path.GetFileName(path)))))
        {
            File.Copy(skipped, Path.Combine(output, Path.GetFileName(skipped)));
        }

        File.WriteAllText(
            Path.Combine(output, Program + ".runtimeconfig.json"),
            $$"""
            { "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "{{Environment.Version}}" } } }
            """);
        Assert.That(ExternalProgram.RunSuccessfully("dotnet", Path.Combine(output, Program + ".dll")), Does.StartWith(Seen));
    }

    private static void AssertSucceeded((int ExitCode, string Output) run)
    {
        Assert.That(run.Output, Does.StartWith(Seen));

        // When a program has ended, Mono 6.8 aborts its timer thread, and fails if that thread is just sorting its timers.
        Assert.That(run.ExitCode == 0 || run.Output.Contains("at System.Threading.Timer+Scheduler.RunSchedulerLoop", StringComparison.Ordinal), Is.True, run.Output);
    }

    // Runs the program in this process, but with the assemblies of the package.
    private string RunOnNet(string name, params string[] arguments)
    {
        string folder = Place(name);
        AssemblyLoadContext context = new("unity-closure", isCollectible: true);
        foreach (string path in Directory.GetFiles(folder, "*.dll"))
        {
            // Assemblies that are loaded into the context take precedence over those of this process with the same name.
            context.LoadFromAssemblyPath(path);
        }

        string printed = PrintedText.Of(() => Assert.That(
            context.LoadFromAssemblyPath(Path.Combine(folder, Program + ".exe")).EntryPoint!.Invoke(null, [arguments]), Is.Zero));
        Assert.That(
            UnityPackage.RuntimeAssemblies.Select(path => context.LoadFromAssemblyName(AssemblyName.GetAssemblyName(path)).Location), Is.All.StartsWith(folder));
        context.Unload();
        return printed;
    }

    // Adds an assembly and its direct and indirect references. The references of facades are omitted, because most class libraries are not used.
    private static void Collect(string path, string folder, HashSet<string> found)
    {
        if (File.Exists(path) && found.Add(path))
        {
            foreach (string name in MonoFacades.IsFacade(path) ? [] : AssemblyReferences.NamesIn(path))
            {
                Collect(Path.Combine(folder, name + ".dll"), folder, found);
            }
        }
    }

    private string MonoFolder(string name)
    {
        ExternalProgram.Require("mono");
        string folder = Place(name);
        MonoFacades.Write(
            folder, NetStandard.References, UnityPackage.RuntimeAssemblies, Repository.Read("Codec.Tests/Unity/Sources/BuffersExtensions.cs.txt"));
        return folder;
    }

    // Creates a folder with the program and the assemblies of the package.
    private string Place(string name)
    {
        string folder = Directory.CreateDirectory(InFolder(name)).FullName;
        File.Copy(InFolder(Program + ".exe"), Path.Combine(folder, Program + ".exe"));
        foreach (string path in UnityPackage.RuntimeAssemblies)
        {
            File.Copy(path, Path.Combine(folder, Path.GetFileName(path)));
        }

        return folder;
    }
}
