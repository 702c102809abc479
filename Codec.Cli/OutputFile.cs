using System;
using System.IO;

namespace Codec.Cli;

/// <summary>Creates the files that commands write.</summary>
internal static class OutputFile
{
    /// <summary>Creates or opens a file for writing. The input must be open: this locks it against being truncated.</summary>
    /// <param name="path">The file.</param>
    /// <param name="input">The file that the command reads.</param>
    /// <param name="mode">Whether an existing file is truncated (<see cref="FileMode.Create"/>) or not (<see cref="FileMode.OpenOrCreate"/>).</param>
    /// <returns>The file. The caller closes it.</returns>
    /// <exception cref="CommandFailedException">Both are the same file.</exception>
    /// <exception cref="IOException">The file cannot be created.</exception>
    public static FileStream Create(string path, string input, FileMode mode = FileMode.Create)
    {
        try
        {
            if (Path.GetFullPath(path) != Path.GetFullPath(input))
            {
                return new FileStream(path, mode, FileAccess.ReadWrite, FileShare.None);
            }
        }
        catch (IOException) when (IsSame(path, input))
        {
            // The open input locks the file, whose other name is a link.
        }

        throw new CommandFailedException($"{path} and {input} are the same file; expected two files.");
    }

    // .NET has no API for the identity of a file. Another file that is in use has another length, or was written at another time.
    private static bool IsSame(string path, string input)
    {
        try
        {
            FileInfo one = Target(path);
            FileInfo other = Target(input);
            return one.Length == other.Length && one.LastWriteTimeUtc == other.LastWriteTimeUtc;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static FileInfo Target(string path) => new(File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path);
}
