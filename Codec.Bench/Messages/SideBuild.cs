using System;
using System.IO;
using Codec.Bench.Measuring;

namespace Codec.Bench.Messages;

/// <summary>Builds the C++ program that generated C++ and FlatBuffers' C++ are measured in, below artifacts/bench.</summary>
internal static class SideBuild
{
    private const string Include = "artifacts/bench/include";
    private const string Target = "codec_bench_messages";

    private static readonly string[] Tools = ["cmake", "c++", "node", "npm"];

    /// <summary>Gets the path of the C++ program.</summary>
    internal static string Program => Path.Combine(BuildSteps.FindRepository(), "artifacts/bench/cpp", Target);

    /// <summary>Returns the first tool that the build needs and this machine lacks, or <see langword="null"/>.</summary>
    internal static string? MissingTool() => BuildSteps.FirstMissing(Tools);

    /// <summary>Builds the program if it is not up to date.</summary>
    /// <exception cref="InvalidOperationException">A tool is missing or a step failed, as the message explains.</exception>
    internal static void Run()
    {
        if (!Directory.Exists(Path.Combine(BuildSteps.FindRepository(), "eng/flatc/node_modules")))
        {
            Step("npm", "ci", "--prefix", "eng/flatc");
        }

        Step("node", "eng/flatc/export-cpp.mjs", Include);
        Step("cmake", "-S", "cpp/bench", "-B", "artifacts/bench/cpp", $"-DCODEC_BENCH_INCLUDE={Path.Combine(BuildSteps.FindRepository(), Include)}");
        Step("cmake", "--build", "artifacts/bench/cpp", "--target", Target);
    }

    private static void Step(string program, params string[] arguments)
    {
        Console.Out.WriteLine($"{program} {string.Join(' ', arguments)}");
        BuildSteps.Run(program, arguments);
    }
}
