using System.Runtime.CompilerServices;
using Codec.Compat;

namespace Codec.Framing;

/// <summary>The numbers of received packets and bytes that were reported to the counters.</summary>
internal struct ReceivedReport
{
    private long _packets;
    private long _bytes;

    /// <summary>Reports the packets and bytes that were received since the last report.</summary>
    /// <param name="packets">The number of packets received so far.</param>
    /// <param name="bytes">The size of these packets in bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Advance(long packets, long bytes)
    {
        (long newPackets, long newBytes) = (packets - _packets, bytes - _bytes);

        // First, because a listener of the counters may dispose the reader.
        _packets = packets;
        _bytes = bytes;
        PacketCounters.CountReceived(newPackets, newBytes);
    }
}
