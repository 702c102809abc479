namespace Codec.Capture;

/// <summary>One direction of a connection. Puts its bytes in order and passes them to a packet decoder. Not thread-safe.</summary>
internal sealed class TcpStream : IDisposable
{
    /// <summary>The memory that a segment that is kept takes besides its bytes: a node of a tree and the header of an array, in bytes.</summary>
    private const int SegmentOverhead = 80;

    /// <summary>
    /// The largest distance of bytes that are sent again from the next expected byte, in bytes, unless the window is larger. Common systems have at most
    /// 6 MB in flight. Bytes further back belong to another connection.
    /// </summary>
    private const int MaxRepeatDistance = 16 * 1024 * 1024;

    private readonly PacketFormat _format;
    private readonly int _window;

    // Segments that arrived before the bytes in front of them. The key is the offset in the stream.
    private readonly SortedDictionary<long, byte[]> _outOfOrder = [];
    private PacketPushDecoder? _decoder;
    private int _aheadBytes;
    private uint _first;
    private uint _next;
    private uint _end;
    private long _position;
    private bool _isOpeningKnown;
    private bool _isEndKnown;

    internal TcpStream(TcpEndpoints endpoints, PacketFormat format, int window)
    {
        Endpoints = endpoints;
        _format = format;
        _window = window;
        Node = new LinkedListNode<TcpStream>(this);
    }

    internal TcpEndpoints Endpoints { get; }

    /// <summary>Gets the stream's node in one of the reader's lists, so that moving it allocates nothing.</summary>
    internal LinkedListNode<TcpStream> Node { get; }

    internal uint Connection { get; set; }

    /// <summary>Gets or sets the offset of the last record with a segment of the stream, in bytes from the start of the capture.</summary>
    internal long LastOffset { get; set; }

    /// <summary>Gets or sets the time of that record, in nanoseconds since 1970.</summary>
    internal long LastTime { get; set; }

    /// <summary>Gets or sets the direction of the stream, seen from the machine that captured.</summary>
    internal CaptureDirection Direction { get; set; }

    /// <summary>Gets or sets whether the stream has ended or was reset.</summary>
    internal bool HasEnded { get; set; }

    /// <summary>Gets whether a snap length has cut the last segment.</summary>
    internal bool IsCut { get; private set; }

    /// <summary>Gets whether bytes will always be missing, or were not packets.</summary>
    internal bool IsBroken { get; private set; }

    /// <summary>Gets whether the stream has had payload since it began.</summary>
    internal bool HasPayload { get; private set; }

    /// <summary>Gets whether the stream has bytes of a packet that is not complete, or lacks bytes before its end.</summary>
    internal bool HasUnfinished => HasGap || _decoder is { BufferedBytes: > 0 };

    /// <summary>Gets why the stream has such bytes, or lacks bytes.</summary>
    internal CapturedErrorCause UnfinishedCause =>
        HasGap ? CapturedErrorCause.SegmentsMissing : HasEnded ? CapturedErrorCause.Ended : CapturedErrorCause.CaptureEnded;

    private bool HasGap => _outOfOrder.Count > 0 || (_isEndKnown && !IsAtEnd);

    /// <summary>Gets a guess about the bytes that were not packets.</summary>
    internal PacketHint Hint => _decoder?.Hint ?? PacketHint.None;

    /// <summary>Gets whether all bytes up to the end (FIN) have arrived or will never arrive.</summary>
    internal bool IsAtEnd => _isEndKnown && (IsBroken || _next == _end);

    public void Dispose() => Release();

    /// <summary>Returns the decoder's memory. The buffered bytes of the stream are lost.</summary>
    internal void Release()
    {
        _outOfOrder.Clear();
        _aheadBytes = 0;
        _decoder?.Dispose();
        _decoder = null;
    }

    internal void Break()
    {
        IsBroken = true;
        Release();
    }

    /// <summary>Starts the stream, or restarts it for another connection.</summary>
    /// <param name="sequence">The sequence number of the first byte.</param>
    /// <param name="isOpening">Whether the number comes from a SYN. If so, no earlier bytes exist.</param>
    internal void Begin(uint sequence, bool isOpening)
    {
        Release();
        _first = _next = sequence;
        _isOpeningKnown = isOpening;
        _isEndKnown = HasEnded = IsBroken = IsCut = HasPayload = false;
    }

    /// <summary>Returns whether a SYN is the one that opened this connection and was sent again or captured late.</summary>
    /// <param name="sequence">The sequence number after the SYN.</param>
    internal bool IsOpenedBy(uint sequence)
    {
        // If the SYN was captured late, the first captured byte is shortly after it.
        return _isOpeningKnown
            ? sequence == _first
            : !IsBroken && !HasEnded && unchecked(_first - sequence) <= (uint)_window;
    }

    /// <summary>Returns whether a sequence number can belong to this connection.</summary>
    internal bool IsInWindow(uint sequence) => Math.Abs((long)unchecked((int)(sequence - _next))) <= _window;

    /// <summary>Adds the bytes of a segment. Bytes that are next in the stream are passed to the decoder.</summary>
    /// <param name="sequence">The sequence number of the first byte.</param>
    /// <param name="bytes">The captured bytes.</param>
    /// <param name="length">The number of bytes on the wire.</param>
    /// <returns>Whether any of the bytes were new.</returns>
    internal bool Add(uint sequence, ReadOnlySpan<byte> bytes, int length)
    {
        if (IsBroken || IsAtEnd)
        {
            return false;
        }

        HasPayload = true;
        IsCut = bytes.Length < length && unchecked((int)(sequence + (uint)length - _next)) > 0;
        int distance = unchecked((int)(sequence - _next));
        if (distance > 0)
        {
            Buffer(distance, bytes);
            return true;
        }

        long position = _position;
        Append(distance, bytes);
        while (_outOfOrder.Count > 0 && !IsBroken)
        {
            KeyValuePair<long, byte[]> next = _outOfOrder.First();
            long kept = next.Key - _position;
            if (kept > 0)
            {
                break;
            }

            _outOfOrder.Remove(next.Key);
            _aheadBytes -= next.Value.Length + SegmentOverhead;
            Append((int)kept, next.Value);
        }

        return _position != position;
    }

    /// <summary>Records the end of the stream, which may be captured before the bytes in front of it.</summary>
    /// <param name="sequence">The sequence number of the FIN.</param>
    internal void EndAt(uint sequence)
    {
        int distance = unchecked((int)(sequence - _next));
        if (_isEndKnown || (distance < 0 && !IsBroken))
        {
            // The FIN was sent again or belongs to another connection, because the stream has continued after it.
            return;
        }

        if (distance > _window)
        {
            Break();
        }

        _end = sequence;
        _isEndKnown = true;
    }

    internal OperationStatus Take(out Packet packet, out PacketError error)
    {
        packet = default;
        error = PacketError.None;
        if (_decoder is null)
        {
            return OperationStatus.NeedMoreData;
        }

        OperationStatus status = _decoder.Take(out packet);
        error = _decoder.Error;
        return status;
    }

    /// <summary>Closes a stream whose bytes have all been taken, and returns its memory.</summary>
    /// <returns>The error if the stream ended inside a packet.</returns>
    internal PacketError Close()
    {
        PacketError error = _decoder is null ? PacketError.None : _decoder.Complete();
        Release();
        return error;
    }

    private void Append(int distance, ReadOnlySpan<byte> bytes)
    {
        // Bytes before the next expected byte were sent again.
        if (-(long)distance >= bytes.Length)
        {
            if (distance < -Math.Max(MaxRepeatDistance, _window))
            {
                Break();
            }

            return;
        }

        bytes = bytes.Slice(-distance);
        if (_isEndKnown)
        {
            // Nothing follows the end.
            bytes = bytes.Slice(0, (int)Math.Min((uint)bytes.Length, unchecked(_end - _next)));
        }

        _next += (uint)bytes.Length;
        _position += bytes.Length;

        // The decoder contains at most the bytes after a gap, the start of one packet, and one segment.
        _decoder ??= new PacketPushDecoder(_format, (int)Math.Min((long)_window + _format.MaxPacketSize + ushort.MaxValue, int.MaxValue));
        if (!_decoder.TryAppend(bytes))
        {
            Break();
        }
    }

    private void Buffer(int distance, ReadOnlySpan<byte> bytes)
    {
        int size = bytes.Length + SegmentOverhead;
        if (distance > _window || _aheadBytes > _window - size)
        {
            // Bytes are missing in the capture.
            Break();
            return;
        }

        // The key is the distance from the first byte. Unlike sequence numbers, it does not wrap around.
        long key = _position + distance;
        if (_outOfOrder.TryGetValue(key, out byte[]? same))
        {
            if (same.Length >= bytes.Length)
            {
                return;
            }

            _aheadBytes -= same.Length + SegmentOverhead;
        }

        _outOfOrder[key] = bytes.ToArray();
        _aheadBytes += size;
    }
}
