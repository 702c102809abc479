namespace Codec.Capture;

/// <summary>The bytes of a capture that were read but not parsed, and their place in the capture. Never copy it.</summary>
internal struct CaptureInput()
{
    /// <summary>The bytes. The reader fills them.</summary>
    internal StreamReadBuffer Buffer = new(ArrayPool<byte>.Shared);

    private int _needed;
    private long _skip;
    private long _skippedFrom;

    /// <summary>Gets the offset in the capture of the first byte in the buffer.</summary>
    internal long Offset { get; private set; }

    /// <summary>Gets the offset in the capture of the end of the buffer.</summary>
    internal readonly long EndOffset => Offset + Buffer.Count;

    /// <summary>Gets the offset in the capture of the block that is skipped, or else of the first byte in the buffer.</summary>
    internal readonly long BlockOffset => IsSkipping ? _skippedFrom : Offset;

    internal readonly bool IsSkipping => _skip != 0;

    /// <summary>Gets whether more bytes must be read before parsing continues.</summary>
    internal readonly bool NeedsBytes => _needed != 0 || Buffer.Count == 0;

    /// <summary>Makes room in the buffer for the bytes that are needed, and returns how many to read.</summary>
    internal int MakeRoom() => Buffer.MakeRoom(_needed);

    internal bool HasBytes(int count)
    {
        if (Buffer.Count >= count)
        {
            return true;
        }

        _needed = count;
        return false;
    }

    internal readonly ReadOnlySpan<byte> Front(int length) => new(Buffer.Bytes, Buffer.Start, length);

    /// <summary>Skips an unused block, which the buffer starts with and may end inside of.</summary>
    internal void BeginSkip(uint length)
    {
        _skip = length;
        _skippedFrom = Offset;
    }

    /// <summary>Skips those bytes of an unused block that are in the buffer, and forgets which bytes were needed.</summary>
    internal void Skip()
    {
        _needed = 0;
        if (_skip > 0)
        {
            int count = (int)Math.Min(_skip, Buffer.Count);
            _skip -= count;
            Consume(count);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Consume(int count)
    {
        Buffer.Consume(count);
        Offset += count;
    }
}
