#if !NET
namespace Codec.Packets;

/// <summary>Counts nothing: netstandard has no System.Diagnostics.Metrics.</summary>
internal static class PacketCounters
{
    internal static void CountConnections(int change)
    {
    }

    internal static void CountReceived(long packets, long bytes)
    {
    }

    internal static void CountReceivedById(uint id, int bytes)
    {
    }

    internal static void CountSent(long packets, long bytes)
    {
    }

    internal static void CountSentById(ReadOnlySpan<byte> packets, PacketFormat format)
    {
    }

    internal static void CountError(PacketError error)
    {
    }
}
#endif
