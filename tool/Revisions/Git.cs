using System.ComponentModel;
using System.Diagnostics;

namespace Codec.Cli.Revisions;

/// <summary>Runs git, without a shell. The repository is the one that contains the folder.</summary>
internal sealed class Git(string folder)
{
    // git sets these variables for hooks and aliases. They would replace the repository and the working tree that git finds from the folder.
    private static readonly string[] Locations = ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"];

    private const string CannotStart = "--against runs git, which cannot be started: ";

    /// <summary>Runs a command that must succeed, and returns the standard output of git.</summary>
    public string Run(params IEnumerable<string> arguments) => Encoding.UTF8.GetString(RunForBytes(arguments));

    /// <summary>Runs a command that may fail. Returns the standard output of git, or <see langword="null"/> if it failed.</summary>
    public string? TryRun(params IEnumerable<string> arguments) => Start(arguments) is (0, var output, _) ? Encoding.UTF8.GetString(output) : null;

    public byte[] ReadBlob(string id) => RunForBytes(["cat-file", "blob", id]);

    private byte[] RunForBytes(IEnumerable<string> arguments)
    {
        (int exitCode, byte[] output, string error) = Start(arguments);
        return exitCode == 0 ? output : throw new CommandFailedException($"git failed: {error.Trim()}");
    }

    // Finds git in the folders of the PATH, never in the current folder, whose files may come from anyone. If a process is started by a name instead, the
    // current folder is searched first. A file that cannot be executed is returned only if there is no other. On Windows, git is not searched as a batch
    // file, which would interpret the arguments.
    private static string? Find()
    {
        const UnixFileMode Execute = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
        string[] found =
        [
            .. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
                .Where(Path.IsPathFullyQualified)
                .Select(folder => Path.Combine(folder, OperatingSystem.IsWindows() ? "git.exe" : "git"))
                .Where(File.Exists),
        ];
        return Array.Find(found, path => OperatingSystem.IsWindows() || (File.GetUnixFileMode(path) & Execute) != 0) ?? found.FirstOrDefault();
    }

    private (int ExitCode, byte[] Output, string Error) Start(IEnumerable<string> arguments)
    {
        string path = Find() ?? throw new CommandFailedException(CannotStart + "it is not on the PATH.");
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
