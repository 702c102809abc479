namespace Codec.Tests.Interop;

/// <summary>Prevents two test processes from building in the same directory at the same time.</summary>
internal static class LockedFile
{
    /// <summary>More time than a complete build takes on a slow machine.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    /// <summary>Opens the file exclusively. Waits while another process has opened it.</summary>
    public static FileStream Open(string path)
    {
        Stopwatch waited = Stopwatch.StartNew();
        while (true)
        {
            try
            {
                return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException) when (waited.Elapsed < Limit)
            {
                Thread.Sleep(100);
            }
        }
    }
}
