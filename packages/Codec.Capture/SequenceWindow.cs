namespace Codec.Capture;

/// <summary>The sequence numbers of a <see cref="TcpStream"/>. They are 32-bit numbers that wrap around.</summary>
internal struct SequenceWindow(int size)
{
    /// <summary>
    /// The largest distance of bytes that are sent again from the next expected byte, in bytes, unless the window is larger. Common systems
    /// have at most 6 MB in flight. Bytes further back belong to another connection.
    /// </summary>
    private const int MaxRepeatDistance = 16 * 1024 * 1024;

    private readonly int _size = size;
    private uint _first;
    private uint _next;
    private uint _end;
    private bool _isOpeningKnown;

    /// <summary>Gets the offset of the next expected byte. Unlike its sequence number, it does not wrap around.</summary>
    internal long Position { get; private set; }

    internal bool IsEndKnown { get; private set; }
    internal readonly bool IsAtEnd => IsEndKnown && _next == _end;

    internal void Begin(uint sequence, bool isOpening)
    {
        _first = _next = sequence;
        _isOpeningKnown = isOpening;
        IsEndKnown = false;
    }

    internal void EndAt(uint sequence)
    {
        _end = sequence;
        IsEndKnown = true;
    }

    // If the SYN was captured late, the first captured byte is shortly after it.
    internal readonly bool IsOpenedBy(uint sequence, bool canBeLate) =>
        _isOpeningKnown ? sequence == _first : canBeLate && unchecked(_first - sequence) <= (uint)_size;

    internal readonly bool Contains(uint sequence) => Math.Abs((long)DistanceTo(sequence)) <= _size;

    /// <summary>Returns the distance from the next expected byte, in bytes. It is negative for bytes that have arrived.</summary>
    internal readonly int DistanceTo(uint sequence) => unchecked((int)(sequence - _next));

    internal readonly bool CanRepeat(int distance) => distance >= -Math.Max(MaxRepeatDistance, _size);

    /// <summary>Moves the window past the next bytes. Returns these bytes, cut at the end of the stream.</summary>
    internal ReadOnlySpan<byte> Advance(ReadOnlySpan<byte> bytes)
    {
        if (IsEndKnown)
        {
            bytes = bytes.Slice(0, (int)Math.Min((uint)bytes.Length, unchecked(_end - _next)));
        }

        _next += (uint)bytes.Length;
        Position += bytes.Length;
        return bytes;
    }
}
