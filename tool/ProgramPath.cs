using System;
using System.IO;
using System.Linq;

namespace Codec.Cli;

/// <summary>Finds the programs that the tool runs.</summary>
internal static class ProgramPath
{
    private const UnixFileMode Execute = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    /// <summary>
    /// Finds a program in the folders of the PATH, never in the current folder, whose files may come from anyone. If a process is started by a name
    /// instead, the current folder is searched first.
    /// </summary>
    /// <param name="name">The name of its file.</param>
    /// <returns>
    /// The full path, or <see langword="null"/> if no folder has such a file. A file that cannot be executed is returned only if there is no other.
    /// </returns>
    public static string? Find(string name)
    {
        string[] found =
        [
            .. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
                .Where(Path.IsPathFullyQualified)
                .Select(folder => Path.Combine(folder, name))
                .Where(File.Exists),
        ];
        return found.FirstOrDefault(path => OperatingSystem.IsWindows() || (File.GetUnixFileMode(path) & Execute) != 0) ?? found.FirstOrDefault();
    }
}
