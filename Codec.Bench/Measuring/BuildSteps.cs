using System;
using System.Diagnostics;
using System.IO;
using System.Linq;

namespace Codec.Bench.Measuring;

/// <summary>Runs programs in the repository's root that build the baselines of some benchmarks.</summary>
internal static class BuildSteps
{
    /// <summary>Returns the root of the repository in which this program was built.</summary>
    /// <exception cref="InvalidOperationException">The program is not in a repository.</exception>
    internal static string FindRepository()
    {
        for (DirectoryInfo? directory = new(AppContext.BaseDirectory); directory is not null; directory = directory.Parent)
        {
            if (File.Exists(Path.Combine(directory.FullName, "Codec.sln")))
            {
                return directory.FullName;
            }
        }

        throw new InvalidOperationException($"{AppContext.BaseDirectory} is not inside the repository, which has the schemas and the C++ sources to build.");
    }

    /// <summary>Returns the first tool that this machine lacks, or <see langword="null"/>. A tool is a program, or a file if it has a path.</summary>
    internal static string? FirstMissing(params ReadOnlySpan<string> tools)
    {
        string[] folders = (Environment.GetEnvironmentVariable("PATH") ?? string.Empty).Split(Path.PathSeparator);
        foreach (string tool in tools)
        {
            bool isThere = Path.IsPathRooted(tool)
                ? File.Exists(tool)
                : folders.Any(folder => File.Exists(Path.Combine(folder, tool)) || File.Exists(Path.Combine(folder, tool + ".exe")));
            if (!isThere)
            {
                return tool;
            }
        }

        return null;
    }

    /// <summary>Runs a program until it exits.</summary>
    /// <exception cref="InvalidOperationException">The program failed. The message contains its output.</exception>
    internal static void Run(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = FindRepository(), RedirectStandardOutput = true, RedirectStandardError = true };
        using Process process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException($"{program} {string.Join(' ', arguments)} failed:\n{output}{errors.Result}");
        }
    }
}
