using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Codec.Tests;

/// <summary>Programs and C++ headers that some tests need besides the .NET SDK.</summary>
internal static class ExternalProgram
{
    // If set, the class of each test that uses an external program is appended to this file: .ci/run repeats those without the programs.
    private const string UsersVariable = "CODEC_EXTERNAL_PROGRAM_USERS";

    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);
    private static readonly string? UsersFile = Environment.GetEnvironmentVariable(UsersVariable);
    private static readonly HashSet<string> Users = [];
    private static readonly HashSet<string> Reasons = [];

    // The Debian package of each program or header.
    private static readonly Dictionary<string, string> Packages = File.ReadAllLines(Repository.PathOf("tools", "debian-packages.txt"))
        .Where(line => line.Length > 0 && line[0] != '#')
        .Select(line => line.Split(' '))
        .ToDictionary(parts => parts[0], parts => parts[1]);

    /// <summary>Skips the test with one line that names what to install if a program or header is missing; with CI=true the test fails.</summary>
    /// <param name="names">Names from tools/debian-packages.txt.</param>
    public static void Require(params string[] names)
    {
        RecordUser();
        string[] missing = names.Where(name => !Exists(name)).ToArray();
        if (missing.Length > 0)
        {
            Missing($"Install {string.Join(" ", missing.Select(name => Packages[name]).Distinct())} to run this test: {string.Join(", ", missing)} not found.");
        }
    }

    /// <summary>Skips the test, or fails it with CI=true.</summary>
    /// <param name="what">One line that names what to install.</param>
    public static void Missing(string what)
    {
        if (string.Equals(Environment.GetEnvironmentVariable("CI"), "true", StringComparison.OrdinalIgnoreCase))
        {
            Assert.Fail(what);
        }

        // dotnet test does not show why a test was skipped. It shows this line.
        lock (Reasons)
        {
            if (Reasons.Add(what))
            {
                TestContext.Error.WriteLine(what);
            }
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
        // Every machine that runs the tests has this one.
        if (program != "dotnet")
        {
            RecordUser();
        }

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

    private static void RecordUser()
    {
        if (UsersFile is null || TestContext.CurrentContext.Test.ClassName is not string user)
        {
            return;
        }

        lock (Users)
        {
            if (Users.Add(user))
            {
                File.AppendAllText(UsersFile, user + "\n");
            }
        }
    }

    private static bool Exists(string name)
    {
        if (name.EndsWith(".h", StringComparison.Ordinal) || name.EndsWith(".hpp", StringComparison.Ordinal))
        {
            return Contains("CPLUS_INCLUDE_PATH", name) || File.Exists("/usr/include/" + name) || File.Exists("/usr/local/include/" + name);
        }

        return OperatingSystem.IsWindows() ? Contains("PATH", name + ".exe") || Contains("PATH", name + ".cmd") : Contains("PATH", name);
    }

    // Whether a folder of a list in an environment variable contains a file.
    private static bool Contains(string variable, string file) =>
        (Environment.GetEnvironmentVariable(variable) ?? "").Split(Path.PathSeparator)
            .Any(directory => directory.Length > 0 && File.Exists(Path.Combine(directory, file)));
}
