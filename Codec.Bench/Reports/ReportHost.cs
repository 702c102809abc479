using System;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>The repository and the machine of a report.</summary>
internal static class ReportHost
{
    /// <summary>Gets the name and the version of the runtime of this program.</summary>
    internal static string Runtime { get; } = ".NET " + Environment.Version;

    internal static string Root { get; } = FindRoot();

    /// <summary>
    /// Returns the last commit that changed code. If code files differ from it, a hash of the differences is appended. Files that the report writes
    /// do not count.
    /// </summary>
    internal static string Commit()
    {
        string[] code = ["--", "*.cs", "*.csproj", "*.props", "*.targets", "*.fbs", "*.hpp", "*.cpp", "*.cmake", "*CMakeLists.txt", "*.mjs"];
        string commit = Output("git", ["log", "-1", "--format=%h", "--abbrev=12", .. code]).Trim();
        string changes = Output("git", ["status", "--porcelain", .. code]) + Output("git", ["diff", "HEAD", .. code]);
        return changes.Length == 0 ? commit : $"{commit}-changed-{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(changes)))[..8]}";
    }

    /// <summary>Returns the commit, or "unknown commit" in a copy of the repository without its history.</summary>
    internal static string CommitOrUnknown()
    {
        try
        {
            return Commit();
        }
        catch (Exception failure) when (failure is InvalidOperationException or Win32Exception)
        {
            return "unknown commit";
        }
    }

    internal static string Machine()
    {
        const string Processors = "/proc/cpuinfo";
        string processor = File.Exists(Processors)
            ? File.ReadLines(Processors).FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))?.Split(':')[1].Trim() ?? "unknown processor"
            : Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? "unknown processor";
        return $"{processor}, {Environment.ProcessorCount} cores, {RuntimeInformation.OSDescription}, {RuntimeInformation.ProcessArchitecture}";
    }

    internal static string Output(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = Root, RedirectStandardOutput = true, RedirectStandardError = true };
        using Process process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? output
            : throw new InvalidOperationException($"{program} failed: {FirstError(output + errors.Result)}");
    }

    /// <summary>Returns the first line that contains an error, without the paths around the error, because the report may show it.</summary>
    internal static string FirstError(string output)
    {
        string[] lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        string line = lines.FirstOrDefault(text => text.Contains("error ", StringComparison.Ordinal)) ?? lines.FirstOrDefault() ?? "it printed nothing";
        int start = line.IndexOf("error ", StringComparison.Ordinal);
        int end = line.IndexOf(" [", StringComparison.Ordinal);
        return line[(start < 0 ? 0 : start)..(end > start ? end : line.Length)];
    }

    private static string FindRoot()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "Codec.sln")))
            {
                return folder.FullName;
            }
        }

        throw new InvalidOperationException($"{AppContext.BaseDirectory} is not inside the repository, to which the report writes its pages.");
    }
}
