using System;
using System.ComponentModel;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using Codec.Bench.Measuring;

namespace Codec.Bench.Reports;

/// <summary>The repository and the machine of a report.</summary>
internal static class ReportHost
{
    /// <summary>Gets the name and the version of the runtime of this program.</summary>
    internal static string Runtime { get; } = ".NET " + Environment.Version;

    internal static string Root { get; } = BuildSteps.FindRepository();

    private static readonly string[] Code = ["--", "*.cs", "*.csproj", "*.props", "*.targets", "*.fbs", "*.hpp", "*.cpp", "*.cmake", "*CMakeLists.txt", "*.mjs"];

    /// <summary>
    /// Returns the last commit that changed code. If code files differ from it, a hash of the differences is appended. Files that the report writes
    /// do not count.
    /// </summary>
    /// <exception cref="InvalidDataException">The code has changed since this program was built.</exception>
    internal static string Commit()
    {
        string commit = BuildSteps.Run("git", ["log", "-1", "--format=%h", "--abbrev=12", .. Code]).Trim();
        string version = typeof(ReportHost).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "";
        CheckBuild(version, built => BuildSteps.Run("git", ["diff", "--name-only", built, "HEAD", .. Code]));
        string changes = BuildSteps.Run("git", ["status", "--porcelain", .. Code]) + BuildSteps.Run("git", ["diff", "HEAD", .. Code]);
        return changes.Length == 0 ? commit : $"{commit}-changed-{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(changes)))[..8]}";
    }

    /// <summary>Throws if the code has changed since a program was built, because its figures would get the commit of other code.</summary>
    /// <param name="version">The program's version. The SDK appends <c>+</c> and the commit, if the sources have a history.</param>
    /// <param name="changes">Returns the code files that differ between a commit and the current one, one per line.</param>
    internal static void CheckBuild(string version, Func<string, string> changes)
    {
        string built = version[(version.IndexOf('+', StringComparison.Ordinal) + 1)..];
        if (built.Length < version.Length && changes(built) is { Length: > 0 } files)
        {
            throw new InvalidDataException($"This program was built from commit {built[..12]}, and {files.Split('\n')[0]} has changed since then; build it again.");
        }
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

    /// <summary>Returns the first line that contains an error, without the paths around the error, because the report may show it.</summary>
    internal static string FirstError(string output)
    {
        string[] lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        string line = lines.FirstOrDefault(text => text.Contains("error ", StringComparison.Ordinal)) ?? lines.FirstOrDefault() ?? "it printed nothing";
        int start = line.IndexOf("error ", StringComparison.Ordinal);
        int end = line.IndexOf(" [", StringComparison.Ordinal);
        return line[(start < 0 ? 0 : start)..(end > start ? end : line.Length)];
    }
}
