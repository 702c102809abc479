namespace Codec.Streams.Compat;

/// <summary>Gets how much memory is available and whether it is short, if the target framework can tell.</summary>
internal static class MemoryLoad
{
#if NET
    /// <summary>Gets the number of bytes that the process may use, according to the garbage collector's limits.</summary>
    internal static long AvailableBytes => GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;

    /// <summary>Gets whether the garbage collector considers memory to be short.</summary>
    internal static bool IsHigh
    {
        get
        {
            GCMemoryInfo info = GC.GetGCMemoryInfo();
            return info.MemoryLoadBytes >= info.HighMemoryLoadThresholdBytes;
        }
    }
#else
    /// <summary>Gets 256 MB, which a game can use on an older phone. netstandard cannot report the available memory.</summary>
    internal static long AvailableBytes => 256L * 1024 * 1024;

    /// <summary>Gets <see langword="false"/>. netstandard cannot report the memory load.</summary>
    internal static bool IsHigh => false;
#endif
}
