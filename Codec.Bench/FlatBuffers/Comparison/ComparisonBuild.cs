using System;
using System.IO;
using System.Reflection;
using Codec.Bench.Measuring;

namespace Codec.Bench.FlatBuffers.Comparison;

/// <summary>Builds the C++ side and the package's side, below artifacts/bench and bin/google.</summary>
internal sealed class ComparisonBuild
{
    private static readonly string[] PackageTools = ["node", "npm"];

    private static readonly string[] Tools = ["cmake", "c++", .. PackageTools];

    private readonly string _root = BuildSteps.FindRepository();

    /// <summary>The C++ side's program.</summary>
    internal string CppProgram => Path.Combine(_root, "artifacts/bench/cpp/codec_flatbuffers_side");

    /// <summary>The package's side, an assembly for <c>dotnet</c>.</summary>
    internal string PackageAssembly => Path.Combine(_root, "Codec.Bench/bin/google/Release/net10.0/Codec.Bench.dll");

    /// <summary>This assembly, which is our side too.</summary>
    internal static string OurAssembly => Assembly.GetExecutingAssembly().Location;

    /// <summary>The first tool that the build needs and this machine lacks, or <see langword="null"/>.</summary>
    internal static string? MissingTool() => BuildSteps.FirstMissing(Tools);

    /// <summary>Builds both sides; nothing is built again that is up to date.</summary>
    /// <exception cref="InvalidOperationException">A tool is missing, or a step failed; the message says which.</exception>
    internal void Run()
    {
        if (MissingTool() is { } tool)
        {
            throw new InvalidOperationException($"{tool} is missing; the comparison needs {string.Join(", ", Tools)}.");
        }

        string include = Path.Combine(_root, "artifacts/bench/include");
        ExportCpp(include);
        Step("node", "tools/flatc/flatc.mjs", "-o", include, "--cpp", "schemas/bench/monster.fbs");
        Step("cmake", "-S", "cpp/bench", "-B", "artifacts/bench/cpp", $"-DCODEC_BENCH_INCLUDE={include}");
        Step("cmake", "--build", "artifacts/bench/cpp");
        RunPackage();
    }

    /// <summary>Builds the package's side alone.</summary>
    /// <exception cref="InvalidOperationException">A tool is missing, or a step failed; the message says which.</exception>
    internal void RunPackage()
    {
        if (BuildSteps.FirstMissing(PackageTools) is { } tool)
        {
            throw new InvalidOperationException($"{tool} is missing, which packs the published package's sources");
        }

        InstallFlatc();
        Step("node", "tools/flatc/pack-runtime.mjs");
        Step("dotnet", "build", "Codec.Bench", "-c", "Release", "-p:FlatBuffersRuntime=Google", "--nologo");
    }

    /// <summary>Writes FlatBuffers' C++ headers, and those that flatc makes of the schemas, to a folder.</summary>
    internal static void ExportCpp(string include)
    {
        InstallFlatc();
        Step("node", "tools/flatc/export-cpp.mjs", include);
    }

    private static void InstallFlatc()
    {
        if (!Directory.Exists(Path.Combine(BuildSteps.FindRepository(), "tools/flatc/node_modules")))
        {
            Step("npm", "ci", "--prefix", "tools/flatc");
        }
    }

    /// <summary>Runs a program in the repository, and shows what is run.</summary>
    internal static void Step(string program, params string[] arguments)
    {
        Console.Out.WriteLine($"{program} {string.Join(' ', arguments)}");
        BuildSteps.Run(program, arguments);
    }
}
