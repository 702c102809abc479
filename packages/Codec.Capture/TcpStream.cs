namespace Codec.Capture;

/// <summary>One direction of a connection. Puts its bytes in order and passes them to a packet decoder. Not thread-safe.</summary>
internal sealed class TcpStream : IDisposable
{
    private readonly ReassemblyBuffer _buffer;
    private SequenceWindow _window;

    internal TcpStream(TcpEndpoints endpoints, PacketFormat format, int window)
    {
        Endpoints = endpoints;
        _buffer = new ReassemblyBuffer(format, window);
        _window = new SequenceWindow(window);
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

    internal CaptureDirection Direction { get; set; }
    internal bool HasEnded { get; set; }
    internal bool IsCut { get; private set; }

    /// <summary>Gets whether bytes will always be missing, or were not packets.</summary>
    internal bool IsBroken { get; private set; }

    /// <summary>Gets whether the stream has had payload since it began.</summary>
    internal bool HasPayload { get; private set; }

    /// <summary>Gets whether the stream has bytes of a packet that is not complete, or lacks bytes before its end.</summary>
    internal bool HasUnfinished => HasGap || _buffer.HasPartialPacket;

    /// <summary>Gets why the stream has such bytes, or lacks bytes.</summary>
    internal CapturedErrorCause UnfinishedCause =>
        HasGap ? CapturedErrorCause.SegmentsMissing : HasEnded ? CapturedErrorCause.Ended : CapturedErrorCause.CaptureEnded;

    private bool HasGap => _buffer.HasOutOfOrder || (_window.IsEndKnown && !IsAtEnd);

    /// <summary>Gets a guess about the bytes that were not packets.</summary>
    internal PacketHint Hint => _buffer.Hint;

    /// <summary>Gets whether all bytes up to the end (FIN) have arrived or will never arrive.</summary>
    internal bool IsAtEnd => _window.IsAtEnd || (IsBroken && _window.IsEndKnown);

    public void Dispose() => Release();

    /// <summary>Returns the decoder's memory. The buffered bytes of the stream are lost.</summary>
    internal void Release() => _buffer.Dispose();

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
        _window.Begin(sequence, isOpening);
        HasEnded = IsBroken = IsCut = HasPayload = false;
    }

    /// <summary>Returns whether a SYN is the one that opened this connection and was sent again or captured late.</summary>
    internal bool IsOpenedBy(uint sequence) => _window.IsOpenedBy(sequence, canBeLate: !IsBroken && !HasEnded);

    internal bool IsInWindow(uint sequence) => _window.Contains(sequence);

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
        IsCut = bytes.Length < length && _window.DistanceTo(unchecked(sequence + (uint)length)) > 0;
        int distance = _window.DistanceTo(sequence);
        if (distance > 0)
        {
            if (!_buffer.TryKeep(_window.Position, distance, bytes))
            {
                Break();
            }

            return true;
        }

        long position = _window.Position;
        Append(distance, bytes);
        while (!IsBroken && _buffer.TryRemoveKept(_window.Position, out distance, out bytes))
        {
            Append(distance, bytes);
        }

        return _window.Position != position;
    }

    /// <summary>Records the end of the stream, which may be captured before the bytes in front of it.</summary>
    internal void EndAt(uint sequence)
    {
        if (_window.IsEndKnown || (_window.DistanceTo(sequence) < 0 && !IsBroken))
        {
            // The FIN was sent again or belongs to another connection, because the stream has continued after it.
            return;
        }

        if (!IsInWindow(sequence))
        {
            Break();
        }

        _window.EndAt(sequence);
    }

    internal OperationStatus Take(out Packet packet, out PacketError error) => _buffer.Take(out packet, out error);

    /// <summary>Closes a stream whose bytes have all been taken, and returns its memory. Returns the error if the stream ended inside a packet.</summary>
    internal PacketError Close()
    {
        PacketError error = _buffer.Complete();
        Release();
        return error;
    }

    private void Append(int distance, ReadOnlySpan<byte> bytes)
    {
        // Bytes before the next expected byte were sent again.
        if (-(long)distance >= bytes.Length)
        {
            if (!_window.CanRepeat(distance))
            {
                Break();
            }
        }
        else if (!_buffer.TryAppend(_window.Advance(bytes.Slice(-distance))))
        {
            Break();
        }
    }
}
