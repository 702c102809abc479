using System;
using System.IO;
using System.Threading;

namespace Codec.Cli.Traffic;

/// <summary>A file or pipe that is read from its begin to its end, or for as long as it grows. Not thread-safe.</summary>
internal sealed class SourceStream : Stream
{
    // A person does not see a shorter delay, and a longer one wakes the processor less often.
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    private readonly Stream _inner;
    private readonly byte[] _start = new byte[8];
    private int _startCount;
    private int _startTaken;
    private long _position;

    /// <summary>Makes a stream.</summary>
    /// <param name="inner">The file or pipe, which is closed with the stream.</param>
    public SourceStream(Stream inner) => _inner = inner;

    /// <summary>Gets or sets whether to wait at the end for more.</summary>
    public bool IsFollowing { get; set; }

    /// <summary>Gets or sets what ends the waiting: the stream then ends.</summary>
    public CancellationToken Stop { get; set; }

    /// <summary>Gets or sets what is called before the stream may wait.</summary>
    public Action? BeforeWait { get; set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => _inner.Length;

    public override long Position
    {
        get => _position;
        set => throw new NotSupportedException();
    }

    /// <summary>Returns the first bytes, at most 8, which are still read afterwards.</summary>
    public ReadOnlySpan<byte> Peek()
    {
        while (_startCount < _start.Length)
        {
            int count = ReadInner(_start.AsSpan(_startCount));
            if (count == 0)
            {
                break;
            }

            _startCount += count;
        }

        return _start.AsSpan(0, _startCount);
    }

    public override int Read(Span<byte> buffer)
    {
        int count;
        if (_startTaken < _startCount)
        {
            count = Math.Min(buffer.Length, _startCount - _startTaken);
            _start.AsSpan(_startTaken, count).CopyTo(buffer);
            _startTaken += count;
        }
        else
        {
            count = ReadInner(buffer);
        }

        _position += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _inner.Dispose();
        }

        base.Dispose(disposing);
    }

    private int ReadInner(Span<byte> buffer)
    {
        for (; ; )
        {
            BeforeWait?.Invoke();
            int count = _inner.Read(buffer);
            if (count > 0 || !IsFollowing || Stop.WaitHandle.WaitOne(PollInterval))
            {
                return count;
            }
        }
    }
}
