using System;
using System.IO;

namespace Codec.Tests.Capture;

/// <summary>Gives at most so many bytes a read, and knows neither its length nor its position; overrides the array forms alone.</summary>
internal sealed class DripStream(byte[] bytes, int most) : Stream
{
    private int _position;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public int Reads { get; private set; }

    public override int Read(byte[] buffer, int offset, int count)
    {
        Reads++;
        int read = Math.Min(Math.Min(count, most), bytes.Length - _position);
        Array.Copy(bytes, _position, buffer, offset, read);
        _position += read;
        return read;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
