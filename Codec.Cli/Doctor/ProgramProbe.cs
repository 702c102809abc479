using System;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

namespace Codec.Cli.Doctor;

/// <summary>Finds programs on the PATH and queries their versions.</summary>
public static partial class ProgramProbe
{
    // Much longer than a program needs to print its version, and short enough to wait for a program that hangs.
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(10);

    /// <summary>Reports on a program. If it has several names, the first one that runs and is new enough is used.</summary>
    /// <param name="part">The program.</param>
    /// <returns>The report.</returns>
    public static PartReport Probe(ToolchainPart part)
    {
        PartReport? worst = null;
        foreach (string program in part.Programs)
        {
            if (Find(program) is not { } path)
            {
                continue;
            }

            PartReport report = Ask(part, program, path);
            if (report.IsOk)
            {
                return report;
            }

            worst ??= report;
        }

        return worst ?? new PartReport(part.Name, PartStatus.Missing, "", part.Purpose, Detail: $"{string.Join(" or ", part.Programs)} is not on the PATH", Install: part.Install);
    }

    private static PartReport Ask(ToolchainPart part, string program, string path)
    {
        (string? error, string output) = Run(path);
        if (error is not null)
        {
            return new PartReport(part.Name, PartStatus.Broken, "", part.Purpose, path, $"{program} --version {error}", part.Install);
        }

        string found = Number().Match(output).Value;
        string shown = $"{program} {found}".TrimEnd();
        return part.Oldest is { } oldest && Version.TryParse(found, out Version? version) && version < oldest
            ? new PartReport(part.Name, PartStatus.WrongVersion, shown, part.Purpose, path, $"{shown} is too old; {oldest} or later is needed", part.Install)
            : new PartReport(part.Name, PartStatus.Found, shown, part.Purpose, path);
    }

    private static string? Find(string program) =>
        OperatingSystem.IsWindows() ? ProgramPath.Find(program + ".exe", program + ".cmd", program + ".bat") : ProgramPath.Find(program);

    private static (string? Error, string Output) Run(string path)
    {
        ProcessStartInfo start = new(path, "--version") { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        try
        {
            using Process process = Process.Start(start)!;
            process.StandardInput.Close();
            Task<string> output = process.StandardOutput.ReadToEndAsync();
            Task<string> error = process.StandardError.ReadToEndAsync();
            if (!process.WaitForExit(Limit) || !Task.WaitAll([output, error], Limit))
            {
                process.Kill(entireProcessTree: true);
                return ($"did not end within {Limit.TotalSeconds:0} seconds", "");
            }

            return process.ExitCode == 0
                ? (null, output.Result + error.Result)
                : ($"failed with {process.ExitCode}: {FirstLine(error.Result + output.Result)}", "");
        }
        catch (Exception exception) when (exception is Win32Exception or IOException or InvalidOperationException)
        {
            return ($"cannot run: {exception.Message}", "");
        }
    }

    private static string FirstLine(string text) => text.Split('\n').Select(line => line.Trim()).FirstOrDefault(line => line.Length > 0) ?? "it printed nothing";

    [GeneratedRegex(@"\d+(?:\.\d+)+")]
    private static partial Regex Number();
}
