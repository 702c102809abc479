using System;
using System.IO;

namespace Codec.Bench.Streams;

/// <summary>A stream in memory that overrides only the array overloads, like many older streams.</summary>
internal sealed class ArrayOnlyStream(int capacity) : Stream
{
    private readonly byte[] _bytes = new byte[capacity];
    private int _position;

    public override bool CanRead => true;

    public override bool CanSeek => true;

    public override bool CanWrite => true;

    public override long Length => _bytes.Length;

    public override long Position
    {
        get => _position;
        set => _position = (int)value;
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        int read = Math.Min(count, _bytes.Length - _position);
        Buffer.BlockCopy(_bytes, _position, buffer, offset, read);
        _position += read;
        return read;
    }

    public override long Seek(long offset, SeekOrigin origin) => Position = offset;

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count)
    {
        Buffer.BlockCopy(buffer, offset, _bytes, _position, count);
        _position += count;
    }
}
