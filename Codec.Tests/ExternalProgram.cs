using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Codec.Tests;

/// <summary>Programs outside of .NET that some tests need.</summary>
internal static class ExternalProgram
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    /// <summary>Ignores the test with one line where a program is missing; with CI=true that is a failure.</summary>
    public static void Require(params string[] names)
    {
        string[] missing = names.Where(name => !IsOnPath(name)).ToArray();
        if (missing.Length > 0)
        {
            Missing($"{string.Join(", ", missing)} not found on the PATH.");
        }
    }

    /// <summary>Ignores the test, or fails it with CI=true.</summary>
    public static void Missing(string what)
    {
        if (string.Equals(Environment.GetEnvironmentVariable("CI"), "true", StringComparison.OrdinalIgnoreCase))
        {
            Assert.Fail(what);
        }

        Assert.Ignore(what);
    }

    /// <summary>Runs a program to its end and gives its exit code and what it wrote, errors last.</summary>
    public static (int ExitCode, string Output) Run(string program, params IEnumerable<string> arguments)
    {
        using Process process = Start(program, arguments, redirectInput: false);
        Task<string> errors = process.StandardError.ReadToEndAsync();
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        if (!process.WaitForExit(Limit))
        {
            process.Kill(entireProcessTree: true);
            Assert.Fail($"{program} did not end within {Limit.TotalMinutes:0} minutes.");
        }

        return (process.ExitCode, output.GetAwaiter().GetResult() + errors.GetAwaiter().GetResult());
    }

    /// <summary>Runs a program that must succeed, and gives what it wrote.</summary>
    public static string RunSuccessfully(string program, params IEnumerable<string> arguments)
    {
        string[] list = arguments.ToArray();
        (int exitCode, string output) = Run(program, list);
        Assert.That(exitCode, Is.Zero, () => $"{program} {string.Join(' ', list)}\n{output}");
        return output;
    }

    /// <summary>Starts a program; both of its outputs are redirected, and its input on request.</summary>
    public static Process Start(string program, IEnumerable<string> arguments, bool redirectInput)
    {
        ProcessStartInfo start = new(program)
        {
            RedirectStandardInput = redirectInput,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (string argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        return Process.Start(start)!;
    }

    private static bool IsOnPath(string name)
    {
        string[] names = OperatingSystem.IsWindows() ? [name + ".exe", name + ".cmd"] : [name];
        return (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Any(directory => directory.Length > 0 && names.Any(file => File.Exists(Path.Combine(directory, file))));
    }
}
