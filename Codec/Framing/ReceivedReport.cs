using System.Runtime.CompilerServices;
using Codec.Compat;

namespace Codec.Framing;

/// <summary>Counts the received packets and bytes that were reported to the counters.</summary>
internal struct ReceivedReport
{
    private long _packets;
    private long _bytes;

    /// <summary>Reports what has come since the last time.</summary>
    /// <param name="packets">The packets received so far.</param>
    /// <param name="bytes">The bytes that they take.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Advance(long packets, long bytes)
    {
        PacketCounters.CountReceived(packets - _packets, bytes - _bytes);
        _packets = packets;
        _bytes = bytes;
    }
}
