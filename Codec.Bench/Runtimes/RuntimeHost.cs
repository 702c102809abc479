namespace Codec.Bench.Runtimes;

/// <summary>A runtime for which the benchmarks are built as a small program.</summary>
internal sealed record RuntimeHost(string Id, string Name, string[] Build, string[] Command)
{
    private const string Project = "Codec.Bench/Targets/Codec.Bench.Runtimes";

    private readonly List<string[][]> _runs = [];

    internal static IReadOnlyList<RuntimeHost> All { get; } =
    [
        new("mono", "Mono", ["build", Project, "-c", "Release", "-f", "net472", "-v", "q"], ["mono", Output("net472/Codec.Bench.Runtimes.exe")]),
        new("net8", ".NET 8",
            ["publish", Project, "-c", "Release", "-f", "net8.0", "-r", Identifier, "--self-contained", "-o", "artifacts/runtimes/net8.0", "-v", "q"],
            [Path.Combine(Programs.Root, "artifacts/runtimes/net8.0/Codec.Bench.Runtimes" + (OperatingSystem.IsWindows() ? ".exe" : ""))]),
        new("net10", ".NET 10", ["build", Project, "-c", "Release", "-f", "net10.0", "-v", "q"],
            ["dotnet", Output("net10.0/Codec.Bench.Runtimes.dll")]),
    ];

    /// <summary>Gets the name with its version, after the first measurement.</summary>
    internal string Version { get; private set; } = Name;

    private static string Identifier =>
        (OperatingSystem.IsWindows() ? "win" : OperatingSystem.IsMacOS() ? "osx" : "linux") + "-" + System.Runtime.InteropServices.RuntimeInformation.OSArchitecture.ToString()
            .ToLowerInvariant();

    /// <summary>Returns the figures of a question. The first question measures all benchmarks of the runtime.</summary>
    internal Answer Answer(Question question, string plan, int processes)
    {
        if (_runs.Count == 0)
        {
            Programs.Run("dotnet", Build);
        }

        while (_runs.Count < processes)
        {
            _runs.Add([.. Programs.Run(Command[0], [.. Command[1..], plan])
                .Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Select(line => line.Split('|'))]);
        }

        Version = _runs[0][0][1];
        return Report.Answer.Of(question, [.. _runs.Select(run => question.Ways.Select(way => Sample(run, way.Benchmark)).ToArray())]);
    }

    // A line has the benchmark, bytes, median, quartiles, and whether the time settled.
    private static Sample Sample(string[][] lines, string benchmark)
    {
        string[] parts = Array.Find(lines, line => line[0] == benchmark) ?? throw new InvalidDataException($"{benchmark} did not run.");
        return new Sample(benchmark, Number(parts[2]), Number(parts[3]), Number(parts[4]), 1, Number(parts[1]), null, Enum.Parse<Settling>(parts[5]));
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    private static string Output(string file) => Path.Combine(Programs.Root, Project, "bin", "Release", file);
}
