using System;
using System.IO;
using System.Threading;

namespace Codec.Compat;

/// <summary>The bytes that a peer sends, counted, so that its deadlines can be watched from another thread. Read only.</summary>
internal sealed partial class ReceiveStream(Stream stream) : Stream
{
    private long _received;
    private int _isWaiting;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => Received;
        set => throw new NotSupportedException();
    }

    /// <summary>How many bytes came so far.</summary>
    internal long Received => Interlocked.Read(ref _received);

    /// <summary>Whether a read is waiting for the peer.</summary>
    internal bool IsWaiting => Volatile.Read(ref _isWaiting) != 0;

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => Count(stream.Read(buffer, offset, count));

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    private int Count(int read)
    {
        Interlocked.Add(ref _received, read);
        return read;
    }
}
