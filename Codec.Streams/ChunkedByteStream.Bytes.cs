using System;
using System.Runtime.CompilerServices;
using Codec.Framing;

namespace Codec.Streams;

/// <content>The members that move bytes: each is one comparison and one copy as long as the chunk lasts.</content>
public sealed partial class ChunkedByteStream
{
    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count)
    {
        StreamArguments.CheckRange(buffer, offset, count);
        return ReadCore(new Span<byte>(buffer, offset, count));
    }

    /// <inheritdoc/>
    public override int Read(Span<byte> buffer) => ReadCore(buffer);

    /// <inheritdoc/>
    public override int ReadByte()
    {
        int offset = _offset;
        if (offset < _windowLength && _windowStart + offset < _length)
        {
            _given = 0;
            _offset = offset + 1;
            return _window![offset];
        }

        CheckOpen();
        return EnterNextChunk() ? ReadByte() : -1;
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count)
    {
        StreamArguments.CheckRange(buffer, offset, count);
        WriteCore(new ReadOnlySpan<byte>(buffer, offset, count));
    }

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer) => WriteCore(buffer);

    /// <inheritdoc/>
    public override void WriteByte(byte value)
    {
        int offset = _offset;
        if (offset >= _windowLength)
        {
            MakeRoom(1);
            offset = _offset;
        }

        _window![offset] = value;
        _offset = offset + 1;
        WroteToOffset();
    }

    /// <summary>Moves past the rest of the present chunk, or of the next where this one is used up.</summary>
    private bool TryTakeRest(out int offset, out int count)
    {
        _given = 0;
        if (_offset == _windowLength)
        {
            EnterNextChunk();
        }

        offset = _offset;
        count = (int)Math.Max(0, Math.Min(_windowLength - offset, _length - _windowStart - offset));
        _offset += count;
        return count > 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ReadCore(Span<byte> destination)
    {
        // Either the window has all that is asked for, or it has the last of the stream.
        long rest = _length - _windowStart - _offset;
        int count = (int)Math.Min(rest, destination.Length);
        if (count > 0 && count <= _windowLength - _offset)
        {
            new ReadOnlySpan<byte>(_window, _offset, count).CopyTo(destination);
            _offset += count;
            _given = 0;
            return count;
        }

        return count <= 0 ? ReadNothing() : ReadAcross(destination.Slice(0, count));
    }

    private int ReadNothing()
    {
        CheckOpen();
        return 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int ReadAcross(Span<byte> destination)
    {
        int read = 0;
        while (read < destination.Length && TryTake(destination.Length - read, out int offset, out int count))
        {
            new ReadOnlySpan<byte>(_window, offset, count).CopyTo(destination.Slice(read));
            read += count;
        }

        return read;
    }

    private bool TryTake(int most, out int offset, out int count)
    {
        if (!TryTakeRest(out offset, out count))
        {
            return false;
        }

        if (count > most)
        {
            _offset -= count - most;
            count = most;
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteCore(ReadOnlySpan<byte> source)
    {
        int offset = _offset;
        if (source.Length < _windowLength - offset)
        {
            source.CopyTo(new Span<byte>(_window, offset, source.Length));
            _offset = offset + source.Length;
            WroteToOffset();
            return;
        }

        WriteAcross(source);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteAcross(ReadOnlySpan<byte> source)
    {
        MakeRoom(source.Length);
        int rest = _windowLength - _offset;
        if (source.Length <= rest)
        {
            // The first write of most streams, which are short.
            source.CopyTo(new Span<byte>(_window, _offset, rest));
            _offset += source.Length;
            WroteToOffset();
            return;
        }

        while (!source.IsEmpty)
        {
            if (_offset == _windowLength)
            {
                SetWindow(_windowStart + _offset);
            }

            int count = Math.Min(source.Length, _windowLength - _offset);
            source.Slice(0, count).CopyTo(new Span<byte>(_window, _offset, count));
            source = source.Slice(count);
            _offset += count;
        }

        WroteToOffset();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WroteToOffset()
    {
        long end = _windowStart + _offset;
        _given = 0;
        if (end > _length)
        {
            _length = end;
        }
    }

    /// <summary>Makes room for bytes at the position, zeroes what lies between the end and it, and puts the window there.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MakeRoom(int count)
    {
        CheckOpen();
        long position = _windowStart + _offset;
        if (_first is null && position == 0 && count != 0 && count <= 1L << FirstLog2 && count <= MaxLength)
        {
            SetWindowToFirst(_first = RentChunk(1 << FirstLog2), 0);
            _chunkCount = 1;
            return;
        }

        ReturnScratch();
        if (count > MaxLength - position)
        {
            Throw.StreamTooLong(unchecked((ulong)position + (ulong)count), MaxLength);
        }

        Reserve(position + count);
        if (position > _length)
        {
            Clear(_length, position);
        }

        if (position < AllocatedLength)
        {
            SetWindow(position);
        }
    }

    /// <summary>Moves the window on where the position is in a chunk that the window does not cover.</summary>
    private bool EnterNextChunk()
    {
        long position = _windowStart + _offset;
        if (position >= _length)
        {
            return false;
        }

        SetWindow(position);
        return true;
    }
}
