using System;
using System.Diagnostics;
using System.IO;
using System.Linq;

namespace Codec.Bench.Measuring;

/// <summary>Runs programs in the repository's root: those that build the baselines of some benchmarks, and those that measure.</summary>
internal static class BuildSteps
{
    /// <summary>The time after which a program is considered hung. It is longer than any needs: the benchmarks on Mono take several minutes.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(30);

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

        throw new InvalidOperationException($"{AppContext.BaseDirectory} is not inside the repository, which has the sources to build and the pages to write.");
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

    /// <summary>
    /// Runs a program until it exits, and returns its standard output. Its standard input is closed when this process ends, also if it is killed.
    /// </summary>
    /// <exception cref="InvalidOperationException">The program failed, and the message contains its output; or it exceeded the time limit.</exception>
    internal static string Run(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = FindRepository(),
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using Process process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEndAsync();
        if (!process.WaitForExit(Patience))
        {
            process.Kill(entireProcessTree: true);
            throw new InvalidOperationException($"{program} {string.Join(' ', arguments)} did not exit within {Patience.TotalMinutes} minutes.");
        }

        return process.ExitCode == 0 ? output.Result : throw new InvalidOperationException($"{program} failed: {output.Result}{errors.Result}");
    }
}
