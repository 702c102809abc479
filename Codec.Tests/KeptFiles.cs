using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

namespace Codec.Tests;

/// <summary>
/// Files that external programs create for tests, and that are the same in the next run: compiled programs, for example. They are kept in
/// artifacts/kept, because creating them takes most of the time of some tests. A file that was not used for a day is deleted.
/// </summary>
internal static class KeptFiles
{
    private static readonly TimeSpan KeptWithoutUse = TimeSpan.FromDays(1);

    /// <summary>Copies a kept file, or creates and keeps it.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="key">A text that differs if the file may differ.</param>
    /// <param name="create">Creates the file.</param>
    public static void Create(string path, string key, Action create)
    {
        DirectoryInfo folder = Directory.CreateDirectory(Repository.PathOf("artifacts", "kept"));
        string kept = Path.Combine(folder.FullName, Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(key))));
        if (File.Exists(kept))
        {
            File.Copy(kept, path);
            File.SetLastWriteTimeUtc(kept, DateTime.UtcNow);
            return;
        }

        create();
        foreach (FileInfo old in folder.EnumerateFiles().Where(file => file.LastWriteTimeUtc < DateTime.UtcNow - KeptWithoutUse))
        {
            old.Delete();
        }

        // Another thread or process may keep the same file at the same time.
        string partial = $"{kept}.{Guid.NewGuid():N}";
        File.Copy(path, partial);
        File.Move(partial, kept, overwrite: true);
    }
}
