using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Tests.Framing.Drivers;

/// <summary>A stream that takes so many bytes and then throws.</summary>
public sealed class FailingStream(int bytesUntilFailure) : Stream
{
    public int BytesUntilFailure { get; set; } = bytesUntilFailure;

    public int Written { get; private set; }

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        int taken = Math.Min(buffer.Length, BytesUntilFailure);
        Written += taken;
        BytesUntilFailure -= taken;
        if (taken < buffer.Length)
        {
            throw new IOException("The stream is full.");
        }
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Write(buffer.Span);
        return default;
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
