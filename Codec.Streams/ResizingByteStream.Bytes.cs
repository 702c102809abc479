using System;
using System.Runtime.CompilerServices;
using Codec.Framing;

namespace Codec.Streams;

/// <content>The members that move bytes: each is one comparison and one copy where there is room.</content>
public sealed partial class ResizingByteStream
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
        int position = _position;
        if (position < _length)
        {
            _position = position + 1;
            _given = 0;
            return _buffer[position];
        }

        CheckOpen();
        return -1;
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
        int position = _position;
        if (position >= _capacity || position > _length)
        {
            MakeRoom(1);
        }

        _buffer[position] = value;
        _position = ++position;
        _given = 0;
        if (position > _length)
        {
            _length = position;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ReadCore(Span<byte> destination)
    {
        int count = Math.Min(_length - _position, destination.Length);
        if (count <= 0)
        {
            CheckOpen();
            return 0;
        }

        new ReadOnlySpan<byte>(_buffer, _position, count).CopyTo(destination);
        _position += count;
        _given = 0;
        return count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteCore(ReadOnlySpan<byte> source)
    {
        // A disposed stream has no capacity; a write of nothing must still find out.
        if (_position > _length || source.Length >= _capacity - _position)
        {
            WriteMakingRoom(source);
        }
        else
        {
            source.CopyTo(new Span<byte>(_buffer, _position, source.Length));
        }

        _position += source.Length;
        _given = 0;
        if (_position > _length)
        {
            _length = _position;
        }
    }
}
