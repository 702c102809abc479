namespace Codec.Tests;

/// <summary>
/// Files that external programs create for tests, and that are the same in the next run: compiled programs, for example. They are kept in
/// artifacts/kept, because creating them takes most of the time of some tests. A file that was not used for a day is deleted.
/// </summary>
internal static class KeptFiles
{
    private static readonly TimeSpan KeptWithoutUse = TimeSpan.FromDays(1);

    /// <summary>
    /// Creates a symbolic link to a kept file, which is created first if there is none. A copy of a program cannot always be started: a process that
    /// another thread starts during the copy has the file open for writing, until it runs its own program.
    /// </summary>
    /// <param name="path">The path of the link.</param>
    /// <param name="key">A text that differs if the file may differ.</param>
    /// <param name="create">Creates a file with the path that it gets.</param>
    public static void Link(string path, string key, Action<string> create)
    {
        DirectoryInfo folder = Directory.CreateDirectory(Repository.PathOf("artifacts", "kept"));
        string kept = Path.Combine(folder.FullName, Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(key))));
        if (File.Exists(kept))
        {
            File.SetLastWriteTimeUtc(kept, DateTime.UtcNow);
        }
        else
        {
            // Another thread or process may create the same file at the same time.
            string partial = $"{kept}.{Guid.NewGuid():N}";
            create(partial);
            File.Move(partial, kept, overwrite: true);
            foreach (FileInfo old in folder.EnumerateFiles().Where(file => file.LastWriteTimeUtc < DateTime.UtcNow - KeptWithoutUse))
            {
                old.Delete();
            }
        }

        File.CreateSymbolicLink(path, kept);
    }
}
