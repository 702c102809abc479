using System;
using System.IO;
using System.Reflection;
using Codec.Bench.Measuring;

namespace Codec.Bench.FlatBuffers.Comparison;

/// <summary>Builds the C++ program and the package's program, below artifacts/bench and bin/google.</summary>
internal sealed class ComparisonBuild
{
    private static readonly string[] PackageTools = ["node", "npm"];

    private static readonly string[] Tools = ["cmake", "c++", .. PackageTools];

    private readonly string _root = BuildSteps.FindRepository();

    /// <summary>The path of the C++ program.</summary>
    internal string CppProgram => Path.Combine(_root, "artifacts/bench/cpp/codec_flatbuffers_side");

    /// <summary>The path of the package's program, an assembly for <c>dotnet</c>.</summary>
    internal string PackageAssembly => Path.Combine(_root, "Codec.Bench/bin/google/Release/net10.0/Codec.Bench.dll");

    /// <summary>The path of this assembly, which is also the program of this repository's runtime.</summary>
    internal static string OurAssembly => Assembly.GetExecutingAssembly().Location;

    /// <summary>Returns the first tool that the build needs and this machine lacks, or <see langword="null"/>.</summary>
    internal static string? MissingTool() => BuildSteps.FirstMissing(Tools);

    /// <summary>Builds both programs if they are not up to date.</summary>
    /// <exception cref="InvalidOperationException">A tool is missing or a step failed, as the message explains.</exception>
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

    /// <summary>Builds only the package's program.</summary>
    /// <exception cref="InvalidOperationException">A tool is missing or a step failed, as the message explains.</exception>
    internal void RunPackage()
    {
        if (BuildSteps.FirstMissing(PackageTools) is { } tool)
        {
            throw new InvalidOperationException($"{tool} is missing; it packs the sources of the published package");
        }

        InstallFlatc();
        Step("node", "tools/flatc/pack-runtime.mjs");
        Step("dotnet", "build", "Codec.Bench", "-c", "Release", "-p:FlatBuffersRuntime=Google", "--nologo");
    }

    /// <summary>Writes FlatBuffers' C++ headers, and those that flatc generates from the schemas, to a folder.</summary>
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

    /// <summary>Runs a program in the repository, and prints its command line.</summary>
    internal static void Step(string program, params string[] arguments)
    {
        Console.Out.WriteLine($"{program} {string.Join(' ', arguments)}");
        BuildSteps.Run(program, arguments);
    }
}
