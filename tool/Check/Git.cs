using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.IO;
using System.Text;
using System.Threading.Tasks;

namespace Codec.Cli.Check;

/// <summary>Runs git, without a shell. The repository is the one that contains the folder.</summary>
/// <param name="folder">The folder that git runs in.</param>
public sealed class Git(string folder)
{
    // git sets these variables for hooks and aliases. They would replace the repository and the working tree that git finds from the folder.
    private static readonly string[] Locations = ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"];

    private const string CannotStart = "--against runs git, which cannot be started: ";

    /// <summary>Runs a command that must succeed.</summary>
    /// <param name="arguments">The arguments.</param>
    /// <returns>The standard output of git.</returns>
    /// <exception cref="CommandFailedException">git is not installed, or it failed.</exception>
    public string Run(params IEnumerable<string> arguments)
    {
        (int exitCode, byte[] output, string error) = Start(arguments);
        return exitCode == 0 ? Encoding.UTF8.GetString(output) : throw Failed(error);
    }

    /// <summary>Runs a command that may fail.</summary>
    /// <param name="arguments">The arguments.</param>
    /// <returns>The standard output of git, or <see langword="null"/> if it failed.</returns>
    /// <exception cref="CommandFailedException">git is not installed.</exception>
    public string? TryRun(params IEnumerable<string> arguments)
    {
        (int exitCode, byte[] output, _) = Start(arguments);
        return exitCode == 0 ? Encoding.UTF8.GetString(output) : null;
    }

    /// <summary>Reads the content of a file of a commit.</summary>
    /// <param name="id">The id of the file's blob.</param>
    /// <returns>The bytes.</returns>
    /// <exception cref="CommandFailedException">git is not installed, or there is no such blob.</exception>
    public byte[] ReadBlob(string id)
    {
        (int exitCode, byte[] output, string error) = Start(["cat-file", "blob", id]);
        return exitCode == 0 ? output : throw Failed(error);
    }

    private static CommandFailedException Failed(string error) => new($"git failed: {error.Trim()}");

    private (int ExitCode, byte[] Output, string Error) Start(IEnumerable<string> arguments)
    {
        // On Windows, git is not searched as a batch file, which would interpret the arguments.
        string path = ProgramPath.Find(OperatingSystem.IsWindows() ? "git.exe" : "git")
            ?? throw new CommandFailedException(CannotStart + "it is not on the PATH.");
        ProcessStartInfo start = new(path, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (string variable in Locations)
        {
            start.Environment.Remove(variable);
        }

        try
        {
            using Process process = Process.Start(start)!;
            Task<string> error = process.StandardError.ReadToEndAsync();
            using MemoryStream output = new();
            process.StandardOutput.BaseStream.CopyTo(output);
            process.WaitForExit();
            return (process.ExitCode, output.ToArray(), error.GetAwaiter().GetResult());
        }
        catch (Win32Exception exception)
        {
            throw new CommandFailedException(CannotStart + exception.Message, exception);
        }
    }
}
