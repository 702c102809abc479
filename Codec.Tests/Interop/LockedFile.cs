using System;
using System.Diagnostics;
using System.IO;
using System.Threading;

namespace Codec.Tests.Interop;

/// <summary>Keeps two test processes from building in the same directory at the same time.</summary>
internal static class LockedFile
{
    /// <summary>Longer than a build from nothing takes on a slow machine.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    /// <summary>Opens the file for this process alone, waiting for another one to let go of it.</summary>
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
