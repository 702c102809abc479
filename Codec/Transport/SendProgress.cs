using Codec.Generated;

namespace Codec.Transport;

/// <summary>How much a queue has accepted and written since the connection was made. Requires the connection's lock, except to read <see cref="Written"/>.</summary>
internal struct SendProgress(int limit)
{
    internal long Written;

    // Null until a message is sent as a difference.
    internal SentDeltas? Deltas;
    private long _acceptedPackets;
    private long _writtenPackets;

    internal readonly int Limit => limit;
    internal long Accepted { get; private set; }

    /// <summary>Gets the number of accepted packets that are not known to have been passed to the transport.</summary>
    internal readonly long UnsentPackets => _acceptedPackets - _writtenPackets;

    /// <summary>Returns whether a packet may be accepted without waiting. A packet that is larger than the limit is accepted if nothing waits.</summary>
    internal readonly bool HasRoom(int size) => Accepted == Written || Accepted - Written + size <= limit;

    /// <summary>Counts an accepted packet. Returns how many bytes must have been written before fewer bytes wait than the limit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal long Accept(int size)
    {
        _acceptedPackets++;
        Accepted += size;
        return Accepted - limit + 1;
    }

    internal void Accept(PacketBlock block)
    {
        _acceptedPackets += block.Packets;
        Accepted += block.Count;
    }

    internal void Write(PacketBlock block)
    {
        Volatile.Write(ref Written, Written + block.Count);
        _writtenPackets += block.Packets;
    }
}
