#if NET
using System;
#endif

namespace Codec.Streams.Compat;

/// <summary>What the machine's memory allows, as far as the target can tell.</summary>
internal static class MemoryLoad
{
#if NET
    /// <summary>The bytes that the process may use, by the garbage collector's own limits.</summary>
    internal static long AvailableBytes => GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;

    /// <summary>Whether the garbage collector holds that memory is short.</summary>
    internal static bool IsHigh
    {
        get
        {
            GCMemoryInfo info = GC.GetGCMemoryInfo();
            return info.MemoryLoadBytes >= info.HighMemoryLoadThresholdBytes;
        }
    }
#else
    /// <summary>netstandard cannot ask; 256 MB is what a game on an older phone may count on.</summary>
    internal static long AvailableBytes => 256L * 1024 * 1024;

    /// <summary>netstandard cannot ask.</summary>
    internal static bool IsHigh => false;
#endif
}
