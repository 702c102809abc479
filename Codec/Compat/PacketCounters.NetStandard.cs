#if !NET
using Codec.Packets;

namespace Codec.Compat;

/// <summary>netstandard has no System.Diagnostics.Metrics: nothing is counted.</summary>
internal static class PacketCounters
{
    internal static void CountReceived(long packets, long bytes)
    {
    }

    internal static void CountSent(long packets, long bytes)
    {
    }

    internal static void CountError(PacketError error)
    {
    }
}
#endif
