using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using Codec.Bench.Measuring;

namespace Codec.Bench.Reports;

/// <summary>A runtime on which the benchmarks of <see cref="RuntimePlan"/> run.</summary>
/// <param name="Id">The id for file names.</param>
/// <param name="Name">The name that tables show.</param>
/// <param name="Build">The arguments of dotnet that build the program for it.</param>
/// <param name="Command">The program and its arguments.</param>
internal sealed record RuntimeHost(string Id, string Name, string[] Build, string[] Command)
{
    /// <summary>The maximum time to build the program, in seconds. If the program is up to date, the build takes a tenth of it.</summary>
    internal const double BuildSeconds = 15;

    private const string Project = "Codec.Bench/Targets/Codec.Bench.Runtimes";

    private static string RuntimeIdentifier =>
        (OperatingSystem.IsWindows() ? "win" : OperatingSystem.IsMacOS() ? "osx" : "linux") + "-" + RuntimeInformation.OSArchitecture.ToString().ToLowerInvariant();

    /// <summary>The runtimes, the oldest first.</summary>
    internal static IReadOnlyList<RuntimeHost> All { get; } =
    [
        new("mono", "Mono", ["build", Project, "-c", "Release", "-f", "net472", "-v", "q"], ["mono", Output("net472/Codec.Bench.Runtimes.exe")]),
        new("net8", ".NET 8", ["publish", Project, "-c", "Release", "-f", "net8.0", "-r", RuntimeIdentifier, "--self-contained", "-o", "artifacts/runtimes/net8.0", "-v", "q"],
            [Path.Combine(ReportHost.Root, "artifacts/runtimes/net8.0/Codec.Bench.Runtimes" + (OperatingSystem.IsWindows() ? ".exe" : ""))]),
        new("net10", ".NET 10", ["build", Project, "-c", "Release", "-f", "net10.0", "-v", "q"], ["dotnet", Output("net10.0/Codec.Bench.Runtimes.dll")]),
    ];

    /// <summary>Builds the program, and runs it once for each process of the effort.</summary>
    /// <returns>The measurements of each process, by benchmark class, and the version of the runtime.</returns>
    /// <exception cref="InvalidOperationException">The program does not build or run here, as the message explains.</exception>
    internal (string Version, Dictionary<string, List<List<RowSample>>> Units) Measure(ReportEffort effort)
    {
        BuildSteps.Run("dotnet", Build);
        Dictionary<string, List<List<RowSample>>> units = [];
        string version = Name;
        for (int process = 0; process < effort.Processes; process++)
        {
            string[][] lines = Run(effort);
            lines = lines.Any(IsUnsettled) ? Run(effort) : lines;
            foreach (IGrouping<string, string[]> unit in lines.GroupBy(parts => parts[0]))
            {
                if (unit.Key == "runtime")
                {
                    version = unit.First()[1];
                    continue;
                }

                if (!units.TryGetValue(unit.Key, out List<List<RowSample>>? runs))
                {
                    units.Add(unit.Key, runs = []);
                }

                runs.Add([.. unit.Select(Parse)]);
            }
        }

        return (version, units);
    }

    private string[][] Run(ReportEffort effort)
    {
        try
        {
            string output = BuildSteps.Run(
                Command[0], [.. Command[1..], Text(effort.Plan.Samples), Text((int)effort.Plan.Limit.TotalSeconds)]);
            return [.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Select(line => line.Split('|'))];
        }
        catch (Win32Exception missing)
        {
            throw new InvalidOperationException($"{Command[0]} does not start: {missing.Message}", missing);
        }
    }

    private static bool IsUnsettled(string[] parts) => parts.Length > 6 && parts[6] != nameof(Settling.Settled);

    private static RowSample Parse(string[] parts) =>
        new(parts[1], Number(parts[3]), Number(parts[4]), Number(parts[5]), Number(parts[2]), null, Enum.Parse<Settling>(parts[6]));

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Output(string file) => Path.Combine(ReportHost.Root, Project, "bin", "Release", file);
}
