using Codec.Packets;

namespace Codec.Framing;

/// <summary>The packets of a stream that were read so far, and how many of them the counters know.</summary>
/// <param name="isSilent">Whether nothing is reported. A connection counts its packets by id itself.</param>
internal struct ReceivedTotals(bool isSilent)
{
    private long _packets;
    private long _reportedPackets;
    private long _reportedBytes;

    /// <summary>The size of the packets in bytes: the offset of the next packet in the stream.</summary>
    internal long Position;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Add(int length)
    {
        Position += length;
        _packets++;
    }

    /// <summary>Removes the packet that was added last, and that was not reported.</summary>
    internal void Remove(int length)
    {
        Position -= length;
        _packets--;
    }

    /// <summary>Reports the packets that were added since the last report to the counters.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Report()
    {
        if (isSilent)
        {
            return;
        }

        (long newPackets, long newBytes) = (_packets - _reportedPackets, Position - _reportedBytes);

        // First, because a listener of the counters may dispose the reader.
        _reportedPackets = _packets;
        _reportedBytes = Position;
        PacketCounters.CountReceived(newPackets, newBytes);
    }
}
