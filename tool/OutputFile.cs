namespace Codec.Cli;

internal static class OutputFile
{
    /// <summary>Creates or truncates a file for writing. Another command may read the file while it grows.</summary>
    public static OutputStream Create(string path, IEnumerable<string> inputs)
    {
        RejectInput(path, inputs);

        // The file is only written. If a named pipe were also open for reading, the tool would not notice that its reader has ended.
        return new OutputStream(path, FileMode.Create);
    }

    /// <summary>Rejects a file to write that is one of the inputs, also under the name of a link. It need not exist, and is not changed.</summary>
    public static void RejectInput(string path, IEnumerable<string> inputs)
    {
        string target = Target(path);
        if (inputs.FirstOrDefault(input => Target(input) == target || IsHardLink(new FileInfo(target), new FileInfo(Target(input)))) is { } same)
        {
            throw new CommandFailedException($"{path} and {(same == StandardInput.Name ? "the standard input" : same)} are the same file; expected two files.");
        }
    }

    /// <summary>Replaces a file, or the target of a link, at once: if the bytes cannot be written, as on a full disk, it keeps its content.</summary>
    public static void Replace(string path, ReadOnlySpan<byte> content)
    {
        string target = Target(path);
        string temporary = target + "." + Path.GetRandomFileName();

        // A file that is read-only would be replaced, too.
        new FileStream(target, FileMode.Open, FileAccess.Write).Dispose();
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

    public static void WriteAll(string path, ReadOnlySpan<byte> content, FileMode mode = FileMode.Create)
    {
        using OutputStream file = new(path, mode);
        file.Write(content);
    }

    // .NET has no API for the identity of a file. A file that is open cannot be opened exclusively, also not under the name of a hard link.
    private static bool IsHardLink(FileInfo file, FileInfo input)
    {
        // A pipe or a device has no length, and its other end would notice that it is opened.
        if (file is not { Exists: true, Length: > 0 } || !input.Exists || input.Length != file.Length || input.LastWriteTimeUtc != file.LastWriteTimeUtc)
        {
            return false;
        }

        try
        {
            using FileStream used = new(input.FullName, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
            try
            {
                new FileStream(file.FullName, FileMode.Open, FileAccess.Write, FileShare.None, bufferSize: 0).Dispose();
                return false;
            }
            catch (IOException)
            {
                return true;
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The file is read-only. Whether it can be written is known when it is.
            return false;
        }
    }

    // The target of a relative link is relative to the link's folder, but only if the path of the link is absolute.
    private static string Target(string path)
    {
        string full = path == StandardInput.Name && !OperatingSystem.IsWindows() ? "/dev/stdin" : Path.GetFullPath(path);
        return new FileInfo(full) is { LinkTarget: not null } link ? link.ResolveLinkTarget(returnFinalTarget: true)!.FullName : full;
    }
}
