using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Codec.Cli;

/// <summary>Creates the files that commands write.</summary>
internal static class OutputFile
{
    /// <summary>Creates or truncates a file for writing.</summary>
    /// <param name="path">The file.</param>
    /// <param name="inputs">The files that the command reads; <c>-</c> is the standard input. Pipes and devices must be open.</param>
    /// <returns>The file, without a buffer. The caller writes it with <see cref="Write"/>, and closes it.</returns>
    /// <exception cref="CommandFailedException">The file is one of the inputs.</exception>
    /// <exception cref="IOException">The file cannot be created.</exception>
    public static FileStream Create(string path, IReadOnlyList<string> inputs)
    {
        RejectSamePath(path, inputs);
        RejectHardLink(path, inputs);

        try
        {
            // The file is only written. If a named pipe were also open for reading, the tool would not notice that its reader has ended.
            // Another command may read the file while it grows.
            return new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
        }
        catch (FileNotFoundException exception)
        {
            // Some folders, such as /proc, cannot have other files. The exception says that the file was not found.
            throw new IOException($"The file '{path}' cannot be created.", exception);
        }
    }

    /// <summary>Rejects a file that is one of the inputs.</summary>
    /// <param name="path">The file to write. It need not exist, and is not changed.</param>
    /// <param name="inputs">The files that the command reads.</param>
    /// <exception cref="CommandFailedException">The file is one of the inputs.</exception>
    public static void RejectInput(string path, IReadOnlyList<string> inputs)
    {
        RejectSamePath(path, inputs);
        try
        {
            RejectHardLink(path, inputs);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Another program reads the file, or it is read-only. Whether it can be written is known when it is.
        }
    }

    /// <summary>Replaces a file at once: if the bytes cannot be written, as on a full disk, the file keeps its content.</summary>
    /// <param name="path">The file, or a link to it.</param>
    /// <param name="content">The bytes.</param>
    /// <exception cref="IOException">The bytes cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file or its folder is read-only.</exception>
    public static void Replace(string path, ReadOnlySpan<byte> content)
    {
        string target = Target(path).FullName;
        string temporary = target + "." + Path.GetRandomFileName();
        using (FileStream original = new(target, FileMode.Open, FileAccess.Write))
        {
            // A file that is read-only would be replaced, too.
        }

        try
        {
            WriteAll(temporary, content, FileMode.CreateNew);
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(temporary, File.GetUnixFileMode(target));
            }

            File.Move(temporary, target, overwrite: true);
        }
        finally
        {
            File.Delete(temporary);
        }
    }

    /// <summary>Writes a whole file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="content">The bytes.</param>
    /// <param name="mode">Whether an existing file is replaced (<see cref="FileMode.Create"/>) or rejected (<see cref="FileMode.CreateNew"/>).</param>
    /// <exception cref="IOException">The file cannot be created or written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file or its folder is read-only.</exception>
    public static void WriteAll(string path, ReadOnlySpan<byte> content, FileMode mode = FileMode.Create)
    {
        using FileStream file = new(path, mode, FileAccess.Write, FileShare.Read, bufferSize: 0);
        Write(file, content);
    }

    /// <summary>Writes bytes to a file or pipe, which has no buffer.</summary>
    /// <param name="stream">The file or pipe.</param>
    /// <param name="bytes">The bytes.</param>
    /// <exception cref="IOException">The bytes cannot be written, or the file system has no files that large.</exception>
    public static void Write(Stream stream, ReadOnlySpan<byte> bytes)
    {
        try
        {
            stream.Write(bytes);
        }
        catch (ArgumentOutOfRangeException exception)
        {
            // .NET reports a file above the limit of its file system as an argument.
            throw new IOException("The file system, or a limit of the process, does not allow files of this size.", exception);
        }
    }

    // Links are followed, except hard links.
    private static void RejectSamePath(string path, IEnumerable<string> inputs)
    {
        string target = Target(path).FullName;
        if (inputs.FirstOrDefault(input => Target(input).FullName == target) is { } same)
        {
            throw SameFile(path, same);
        }
    }

    private static void RejectHardLink(string path, IReadOnlyList<string> inputs)
    {
        // A pipe or a device has no length, and its other end would notice that it is opened.
        if (Target(path) is not { Exists: true, Length: > 0 })
        {
            return;
        }

        List<FileStream> locks = [];
        try
        {
            // A file that is open cannot be opened exclusively, also not under the name of a hard link.
            locks.AddRange(inputs.Select(Target).Where(input => input.Exists && input.Length > 0).Select(Lock));
            new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.None, bufferSize: 0).Dispose();
        }
        catch (IOException) when (inputs.FirstOrDefault(input => IsSame(path, input)) is { } link)
        {
            throw SameFile(path, link);
        }
        finally
        {
            locks.ForEach(file => file.Dispose());
        }
    }

    private static CommandFailedException SameFile(string path, string input) =>
        new($"{path} and {(input == StandardInput.Name ? "the standard input" : input)} are the same file; expected two files.");

    private static FileStream Lock(FileInfo file) => new(file.FullName, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);

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

    // The target of a relative link is relative to the link's folder, but only if the path of the link is absolute.
    private static FileInfo Target(string path)
    {
        string full = path == StandardInput.Name && !OperatingSystem.IsWindows() ? "/dev/stdin" : Path.GetFullPath(path);
        FileInfo file = new(full);
        return file.LinkTarget is null ? file : (FileInfo)file.ResolveLinkTarget(returnFinalTarget: true)!;
    }
}
