namespace Codec.Transport;

/// <summary>The bytes that a session receives, over one transport after another.</summary>
internal sealed class ResumableInput(ResumableTransport transport) : ReceiveStream
{
    // An acknowledgment has 12 bytes, less than a thousandth of this. At most a quarter of the window is unacknowledged, so that the peer's does not become
    // full.
    private const int LongestUnacknowledged = 32 * 1024;

    private long _acknowledged;
    private long _acknowledgments;
    private long _others;
    private long _unread = -1;

    /// <summary>Gets or sets the number of bytes that were received and not lost in a cut. Requires the lock of the transport, as all members do.</summary>
    internal long Received { get; set; }

    /// <summary>Gets or sets what was received with the answer to the handshake of the newest transport.</summary>
    internal ReadOnlyMemory<byte> First { get; set; }

    /// <summary>Gets how many reads have begun or ended. The number is odd during a read.</summary>
    internal long Reads { get; set; }

    /// <summary>
    /// Returns whether no read has begun or ended since an earlier value of <see cref="Reads"/>. After it has
    /// returned true, it returns true for any value until the next read.
    /// </summary>
    internal bool IsUnreadSince(long reads)
    {
        _unread = reads == Reads ? reads : _unread;
        return _unread == Reads && Reads % 2 == 0;
    }

    /// <summary>Gets or sets the transport whose output has failed. Its input is read up to the end.</summary>
    internal PacketTransport? Failed { get; set; }

    internal bool HasEnded { get; set; }

    internal int TakeFirst(Span<byte> destination)
    {
        int count = Math.Min(First.Length, destination.Length);
        First.Span.Slice(0, count).CopyTo(destination);
        First = First.Slice(count);
        return count;
    }

    /// <summary>Returns whether so much was received that it must be acknowledged now.</summary>
    internal bool MustAcknowledge(int window) => Received - _acknowledged >= Math.Max(1, Math.Min(LongestUnacknowledged, window / 4));

    /// <summary>Records an acknowledgment of the peer. It is not acknowledged: otherwise, the sides would never become silent.</summary>
    internal void AddAcknowledgment(int size) => _acknowledgments += size;

    /// <summary>Returns whether other packets than acknowledgments were read since the last call.</summary>
    /// <param name="position">The number of bytes of all packets that were read.</param>
    internal bool TakeOthers(long position)
    {
        (long before, _others) = (_others, position - _acknowledgments);
        return _others > before;
    }

    internal void Acknowledge() => _acknowledged = Received;

    private protected override ValueTask<int> ReceiveAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        transport.ReadAsync(new ArraySegment<byte>(buffer, offset, count), cancellationToken);
}
