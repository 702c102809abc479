using Codec.Tests.Transport;

namespace Codec.Bench.Runtimes;

/// <summary>A runtime for which the benchmarks are built as a small program.</summary>
internal sealed record RuntimeHost(string Id, string Name, string[] BuildArguments, string[] Command)
{
    private const string Project = "Codec.Bench/Targets/" + Program;
    private const string Program = "Codec.Bench.Runtimes";
    private const string Browser = "chromium";

    // The interpreter takes several minutes.
    private const int BrowserMinutes = 30;

    // The lines of each process. Empty if the runtime could not be measured.
    private IReadOnlyList<string[][]>? _runs;

    internal static IReadOnlyList<RuntimeHost> All { get; } =
    [
        new("wasm", "WebAssembly", Publish("wasm", "-p:BenchHost=wasm"), [Browser, Published("wasm/wwwroot")]),
        new("mono", "Mono", Build("net472"), ["mono", Output($"net472/{Program}.exe")]),
        new("net8", ".NET 8", Publish("net8", "-f", "net8.0", "-r", Identifier, "--self-contained"), [Executable("net8")]),
        new("net10", ".NET 10", Build("net10.0"), ["dotnet", Output($"net10.0/{Program}.dll")]),
        new("net11", ".NET 11", Publish("net11", "-p:BenchHost=net11", "-r", Identifier), [Executable("net11")]),
        new("aot", "NativeAOT", Publish("aot", "-p:BenchHost=aot", "-r", Identifier), [Executable("aot")]),
    ];

    internal string Version { get; private set; } = Name;

    private static string Identifier =>
        (OperatingSystem.IsWindows() ? "win" : OperatingSystem.IsMacOS() ? "osx" : "linux") + "-" + System.Runtime.InteropServices.RuntimeInformation.OSArchitecture.ToString()
            .ToLowerInvariant();

    /// <summary>Returns the figures of a question. The first question measures all benchmarks of the runtime.</summary>
    /// <exception cref="InvalidOperationException">
    /// This is the first question, and a program or a package is missing. The answers to later questions are empty.
    /// </exception>
    internal Answer Answer(Question question, string plan, int processes)
    {
        if (_runs is null)
        {
            _runs = [];
            _runs = Measure(plan, processes);
            string version = _runs[0][0][1];
            Version = version.Split(' ')[0] == Name.Split(' ')[0] ? version : $"{Name} of {version}";
        }

        return _runs.Count == 0 ? new Answer(question.Id, [])
            : Report.Answer.Of(question, [.. _runs.Select(run => question.Ways.Select(way => Sample(run, way.Benchmark)).ToArray())]);
    }

    private IReadOnlyList<string[][]> Measure(string plan, int processes)
    {
        if (!Path.IsPathRooted(Command[0]) && Programs.FirstMissing(Command[0]) is { } tool)
        {
            throw new InvalidOperationException($"{tool} is not on the PATH.");
        }

        Programs.Run("dotnet", BuildArguments);
        return [.. Enumerable.Range(0, processes).Select(_ => Run(plan).Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.TrimEnd().Split('|')).ToArray())];
    }

    private string Run(string plan)
    {
        string page = WebSocketPage.OfProgram($"'{plan}'");
        string output = Command[0] == Browser
            ? WebSocketPage.RunAsync(page, (_, _) => Task.CompletedTask, Command[1], BrowserMinutes).GetAwaiter().GetResult()
            : Programs.Run(Command[0], [.. Command[1..], plan]);
        return output.StartsWith("runtime|", StringComparison.Ordinal)
            ? output
            : throw new InvalidOperationException($"{Name} failed: {output}");
    }

    // A line has the benchmark, bytes, median, quartiles, and whether the time settled.
    private static Sample Sample(string[][] lines, string benchmark)
    {
        string[] parts = Array.Find(lines, line => line[0] == benchmark) ?? throw new InvalidDataException($"{benchmark} did not run.");
        return new Sample(benchmark, Number(parts[2]), Number(parts[3]), Number(parts[4]), 1, Number(parts[1]), null, Enum.Parse<Settling>(parts[5]));
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    private static string[] Build(string framework) => ["build", Project, "-c", "Release", "-f", framework, "-v", "q"];

    private static string[] Publish(string id, params string[] options) =>
        ["publish", Project, "-c", "Release", "-o", Published(id), "-v", "q", .. options];

    private static string Executable(string id) => Published($"{id}/{Program}{(OperatingSystem.IsWindows() ? ".exe" : "")}");

    private static string Published(string file) => Path.Combine(Programs.Root, "artifacts/runtimes", file);

    private static string Output(string file) => Path.Combine(Programs.Root, Project, "bin/Release", file);
}
