namespace Codec.Transport;

/// <summary>What a session receives, over one transport after another. Except for the reads, every member requires the lock of the transport.</summary>
internal sealed class ResumableInput(ResumableTransport transport) : ReceiveStream
{
    // An acknowledgment has 12 bytes, less than a thousandth of this. At most a quarter of the window is unacknowledged, so that the peer's does not become
    // full.
    private const int LongestUnacknowledged = 32 * 1024;

    private long _others;

    /// <summary>Gets or sets the number of bytes that were received and not lost in a cut.</summary>
    internal long Received { get; set; }

    /// <summary>Gets or sets the value of <see cref="Received"/> in the last acknowledgment.</summary>
    internal long Acknowledged { get; set; }

    /// <summary>Gets or sets the bytes of the peer's acknowledgments. They are not acknowledged: otherwise, the sides would never become silent.</summary>
    internal long Acknowledgments { get; set; }

    /// <summary>Gets or sets what was received with the answer to the handshake of the newest transport.</summary>
    internal ReadOnlyMemory<byte> First { get; set; }

    /// <summary>Gets or sets the transport whose output has failed.</summary>
    internal PacketTransport? Failed { get; set; }

    /// <summary>Gets or sets whether nothing more is received: the peer has ended its side, or the transport continues an earlier session.</summary>
    internal bool HasEnded { get; set; }

    /// <summary>Gets or sets how many reads have begun or ended. The number is odd during a read.</summary>
    internal long Reads { get; set; }

    /// <summary>Gets or sets the value of <see cref="Reads"/> when a write began to wait in vain. Only writes use it.</summary>
    internal long Unread { get; set; } = -1;

    /// <summary>Gets whether a write has waited in vain, and no read has begun since.</summary>
    internal bool IsUnread => Unread == Reads && Reads % 2 == 0;

    internal int TakeFirst(Span<byte> destination)
    {
        int count = Math.Min(First.Length, destination.Length);
        First.Span.Slice(0, count).CopyTo(destination);
        First = First.Slice(count);
        return count;
    }

    /// <summary>Returns whether so much was received that it must be acknowledged now.</summary>
    internal bool MustAcknowledge(int window) => Received - Acknowledged >= Math.Max(1, Math.Min(LongestUnacknowledged, window / 4));

    /// <summary>Returns whether other packets than acknowledgments were read since the last call.</summary>
    /// <param name="position">The number of bytes of all packets that were read.</param>
    internal bool TakeOthers(long position)
    {
        (long before, _others) = (_others, position - Acknowledgments);
        return _others > before;
    }

    private protected override ValueTask<int> ReceiveAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        transport.ReadAsync(new ArraySegment<byte>(buffer, offset, count), cancellationToken);
}
