namespace Codec.Cli.Traffic;

/// <summary>A file or pipe that is read from its start to its end, or while it grows. Not thread-safe, except for <see cref="Position"/>.</summary>
internal sealed class SourceStream(Stream inner) : Stream
{
    // A user does not notice this delay, and a shorter one would wake the processor more often.
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    // The first bytes determine the kind. More might have to be waited for, because the shortest packet has 4 bytes.
    private const int MinStart = 4;
    private const int MaxStart = 64;
    private readonly byte[] _start = new byte[MaxStart];
    private int _startCount;
    private int _startTaken;
    private long _position;

    /// <summary>Opens a file. Throws <see cref="CommandFailedException"/> if the standard input is closed.</summary>
    public static SourceStream Open(string path) => path == StandardInput.Name
        ? new SourceStream(StandardInput.Open())
        : new SourceStream(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0));

    /// <summary>Gets whether this is the standard input or another pipe, which can be read only once.</summary>
    public bool IsPipe { get; } = !inner.CanSeek;

    /// <summary>Gets the length of the file in bytes, or 0 if it has no length, like a pipe.</summary>
    public long KnownLength
    {
        get
        {
            try
            {
                return inner.Length;
            }
            catch (Exception exception) when (exception is NotSupportedException or IOException or ObjectDisposedException)
            {
                return 0;
            }
        }
    }

    public bool IsFollowing { get; set; }

    /// <summary>Gets or sets the token that stops waiting. The stream then ends.</summary>
    public CancellationToken Stop { get; set; }

    /// <summary>Gets or sets the action that is called before the stream may wait.</summary>
    public Action? BeforeWait { get; set; }

    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => false;
    public override long Length => inner.Length;

    public override long Position
    {
        get => Volatile.Read(ref _position);
        set => throw new NotSupportedException();
    }

    /// <summary>Detects the kind of the file by its first bytes. The next read still returns them.</summary>
    public SourceKind PeekKind()
    {
        ReadOnlySpan<byte> start = Peek();
        if (start.StartsWith("PK\x03\x04"u8) || start.StartsWith("PK\x05\x06"u8))
        {
            // A zip archive starts with a file entry, or with its end if it is empty.
            return SourceKind.Zip;
        }

        // A gzip file contains its compression method.
        return start.StartsWith((ReadOnlySpan<byte>)[0x1F, 0x8B, 8]) ? SourceKind.Gzip : CaptureFormat.IsStart(start) ? SourceKind.Capture : SourceKind.Other;
    }

    public string? DescribeForeign() => ForeignFormat.Describe(Peek());

    /// <summary>Returns whether the file starts as a text. A start that is too short to know counts as packets.</summary>
    public bool IsText() => (Peek().Length >= MaxStart || !MayGrow) && ForeignFormat.IsText(Peek());

    /// <summary>Skips a UTF-8 byte order mark, which some editors write. Must be called before the first read.</summary>
    public void SkipByteOrderMark() => _startTaken = Peek().StartsWith(Encoding.UTF8.Preamble) ? Encoding.UTF8.Preamble.Length : 0;

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

        Volatile.Write(ref _position, _position + count);
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
            inner.Dispose();
        }

        base.Dispose(disposing);
    }

    private bool MayGrow => IsPipe || IsFollowing;

    private ReadOnlySpan<byte> Peek()
    {
        int count;
        while (_startCount < (MayGrow ? MinStart : MaxStart) && (count = ReadInner(_start.AsSpan(_startCount))) > 0)
        {
            _startCount += count;
        }

        return _start.AsSpan(0, _startCount);
    }

    private int ReadInner(Span<byte> buffer)
    {
        for (; ; )
        {
            BeforeWait?.Invoke();
            int count = inner.Read(buffer);
            if (count > 0 || !IsFollowing || Stop.WaitHandle.WaitOne(PollInterval))
            {
                return count;
            }
        }
    }
}
