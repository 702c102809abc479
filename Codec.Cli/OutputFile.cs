using System.IO;

namespace Codec.Cli;

/// <summary>Creates the files that commands write.</summary>
internal static class OutputFile
{
    /// <summary>Creates a file, or truncates it. Open all input files first, so that a command that cannot run destroys nothing.</summary>
    /// <param name="path">The file.</param>
    /// <param name="input">The file that the command reads.</param>
    /// <returns>The file. The caller closes it.</returns>
    /// <exception cref="CommandFailedException">Both are the same file.</exception>
    /// <exception cref="IOException">The file cannot be created.</exception>
    public static FileStream Create(string path, string input) => Path.GetFullPath(path) == Path.GetFullPath(input)
        ? throw new CommandFailedException($"{path} is read and written; expected two files.")
        : File.Create(path);
}
