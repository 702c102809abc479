namespace Codec.Bench;

/// <summary>Names large temporary files. A process that is stopped, by Ctrl+C for example, leaves its files, and the next one deletes them.</summary>
internal static class TemporaryFile
{
    private static readonly string Folder = Prepare(Path.Combine(Path.GetTempPath(), "codec-bench-" + Environment.UserName));

    /// <summary>Returns the path of a new file. The caller creates it, and deletes it if it is not stopped before.</summary>
    internal static string NewPath() =>
        Path.Combine(Folder, string.Create(CultureInfo.InvariantCulture, $"{Environment.ProcessId}-{Path.GetRandomFileName()}"));

    /// <summary>Creates the folder, and deletes the files of processes that no longer run.</summary>
    internal static string Prepare(string folder)
    {
        Directory.CreateDirectory(folder);
        foreach (string file in Directory.GetFiles(folder))
        {
            if (int.TryParse(Path.GetFileName(file).Split('-')[0], NumberStyles.None, CultureInfo.InvariantCulture, out int process)
                && !IsRunning(process))
            {
                File.Delete(file);
            }
        }

        return folder;
    }

    private static bool IsRunning(int id)
    {
        try
        {
            Process.GetProcessById(id).Dispose();
            return true;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }
}
