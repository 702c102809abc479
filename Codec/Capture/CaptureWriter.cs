using System;
using System.Buffers;
using System.IO;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Codec.Buffers;

namespace Codec.Capture;

/// <summary>Writes packets with time, direction and connection to a pcapng file, or to any stream.</summary>
/// <remarks>
/// Packets are collected in a pooled buffer and written in large pieces that end between two packets, so a file that is cut off anywhere
/// is whole up to the last packet before the cut. The first error of the file or stream (a full disk, a closed stream) is thrown by the
/// call that met it, once; from then on the capture has stopped: appending does nothing and answers <see langword="false"/>, and what had
/// been written stays readable. Nothing is allocated per packet. Not safe for use by several threads at once.
/// </remarks>
public sealed partial class CaptureWriter : IDisposable, IAsyncDisposable
{
    private const long UnixEpochTicks = 621_355_968_000_000_000;
    private const int RecordOverhead = CaptureFormat.EnhancedPacketHeader + CaptureFormat.PacketOptions + CaptureFormat.BlockTrailer;

    private readonly CaptureWriterOptions _options;
    private readonly TcpWrapper? _tcp;
    private readonly int _maxPacketSize;
    private readonly long _flushTicks;
    private readonly bool _leaveOpen;
    private readonly string? _path;

    private Stream _stream;
    private byte[] _buffer;
    private int _count;
    private long _written;
    private long _lastFlush = long.MaxValue;
    private long _fileBegin;
    private long _filePackets;
    private bool _isDisposed;

    private CaptureWriter(Stream stream, string? path, bool leaveOpen, CaptureWriterOptions options)
    {
        _options = options;
        _path = path;
        _leaveOpen = leaveOpen;
        _stream = stream;
        _maxPacketSize = options.MaxPacketSize;
        _flushTicks = options.FlushInterval.Ticks;
        _tcp = options.Encapsulation == CaptureEncapsulation.Tcp ? new TcpWrapper(options.Port) : null;
        _buffer = ArrayPool<byte>.Shared.Rent(options.BufferSize);
        _count = CaptureHeader.Write(_buffer, options.Encapsulation);
        FileCount = 1;
    }

    /// <summary>Makes a writer onto a stream.</summary>
    /// <param name="stream">Where the capture goes, from the stream's position on.</param>
    /// <param name="options">How to write, or <see langword="null"/> for the defaults; the limits for files are not used.</param>
    /// <param name="leaveOpen">Whether the stream stays open when the writer is disposed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be written to.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    public CaptureWriter(Stream stream, CaptureWriterOptions? options = null, bool leaveOpen = false)
        : this(CheckStream(stream), null, leaveOpen, CheckOptions(options))
    {
    }

    /// <summary>The error that stopped the capture, or <see langword="null"/> as long as it goes on.</summary>
    public Exception? Error { get; private set; }

    /// <summary>How many packets were appended since the capture stopped, and are not kept; also those that the error found in the buffer.</summary>
    public long LostPackets { get; private set; }

    /// <summary>How many packets were appended to the capture.</summary>
    public long PacketCount { get; private set; }

    /// <summary>How many files there are so far.</summary>
    public int FileCount { get; private set; }

    /// <summary>The file that is being written, or <see langword="null"/> where the capture goes to a stream.</summary>
    public string? CurrentPath => _path is null ? null : PathOf(_path, FileCount);

    private int BufferedPackets { get; set; }

    /// <summary>Makes a writer onto a new file, which replaces one that is there.</summary>
    /// <param name="path">
    /// The file. Where the options limit the files, the later ones have a number before the extension: <c>game.pcapng</c>,
    /// <c>game-0002.pcapng</c>.
    /// </param>
    /// <param name="options">How to write, or <see langword="null"/> for the defaults.</param>
    /// <returns>The writer, which owns the file.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="path"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    /// <exception cref="IOException">The file cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">The file must not be made.</exception>
    public static CaptureWriter Create(string path, CaptureWriterOptions? options = null)
    {
        if (path is null)
        {
            Throw.ArgumentNull(nameof(path));
        }

        options = CheckOptions(options);
        return new CaptureWriter(OpenFile(path, options), path, leaveOpen: false, options);
    }

    /// <summary>Appends a packet as of now.</summary>
    /// <inheritdoc cref="Append(ReadOnlySpan{byte}, CaptureDirection, uint, DateTimeOffset)"/>
    public bool Append(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection = 0) =>
        Append(packet, direction, connection, _options.TimeProvider.GetUtcNow());

    /// <summary>Appends a packet.</summary>
    /// <param name="packet">The whole packet, header and payload; it is copied before the call returns.</param>
    /// <param name="direction">Which way it went.</param>
    /// <param name="connection">A number of the caller's for the connection that it went over.</param>
    /// <param name="timestamp">When, from 1970 on; kept to 100 nanoseconds.</param>
    /// <returns><see langword="false"/> where the capture has stopped.</returns>
    /// <exception cref="ArgumentException">The packet is longer than the options allow, or the direction is unknown and the capture is one of TCP.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="timestamp"/> is before 1970.</exception>
    /// <exception cref="IOException">The buffer was full and could not be written. Other exceptions come from the stream as they are.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public bool Append(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection, DateTimeOffset timestamp)
    {
        long ticks = Check(packet.Length, direction, timestamp);
        if (Error is null && !HasRoom(packet.Length, connection, ticks))
        {
            if (MustRotate(packet.Length, connection, ticks))
            {
                Rotate(ticks);
            }
            else
            {
                WriteBuffer();
            }

            EnsureBuffer(packet.Length, connection);
            _lastFlush = ticks;
        }

        return Put(packet, direction, connection, ticks);
    }

    /// <inheritdoc cref="AppendAsync(ReadOnlyMemory{byte}, CaptureDirection, uint, DateTimeOffset, CancellationToken)"/>
    public ValueTask<bool> AppendAsync(
        ReadOnlyMemory<byte> packet, CaptureDirection direction, uint connection = 0, CancellationToken cancellationToken = default) =>
        AppendAsync(packet, direction, connection, _options.TimeProvider.GetUtcNow(), cancellationToken);

    /// <summary>Appends a packet; only where the buffer is full does it wait for the file.</summary>
    /// <param name="packet">The whole packet, header and payload; it must stay as it is until the task ends.</param>
    /// <param name="direction">Which way it went.</param>
    /// <param name="connection">A number of the caller's for the connection that it went over.</param>
    /// <param name="timestamp">When, from 1970 on; kept to 100 nanoseconds.</param>
    /// <param name="cancellationToken">Cancels waiting for the file, which stops the capture as an error does.</param>
    /// <returns><see langword="false"/> where the capture has stopped.</returns>
    /// <inheritdoc cref="Append(ReadOnlySpan{byte}, CaptureDirection, uint, DateTimeOffset)" path="/exception"/>
    public ValueTask<bool> AppendAsync(
        ReadOnlyMemory<byte> packet,
        CaptureDirection direction,
        uint connection,
        DateTimeOffset timestamp,
        CancellationToken cancellationToken = default)
    {
        long ticks = Check(packet.Length, direction, timestamp);
        return Error is not null || HasRoom(packet.Length, connection, ticks)
            ? new ValueTask<bool>(Put(packet.Span, direction, connection, ticks))
            : AppendAfterWriteAsync(packet, direction, connection, ticks, cancellationToken);
    }

    private static Stream CheckStream(Stream stream)
    {
        StreamArguments.CheckWritable(stream, nameof(stream));
        return stream;
    }

    private static CaptureWriterOptions CheckOptions(CaptureWriterOptions? options)
    {
        options ??= new CaptureWriterOptions();
        options.Check();
        return options;
    }

    private static int Padded(int length) => (length + 3) & ~3;

    private long Check(int length, CaptureDirection direction, DateTimeOffset timestamp)
    {
        if (_isDisposed)
        {
            Throw.Disposed(nameof(CaptureWriter));
        }

        if (length > _maxPacketSize)
        {
            Throw.PacketTooLongForCapture(length, _maxPacketSize);
        }

        if (_tcp is not null && direction is not (CaptureDirection.Inbound or CaptureDirection.Outbound))
        {
            Throw.DirectionUnknown(nameof(direction));
        }

        long ticks = timestamp.UtcTicks - UnixEpochTicks;
        if (ticks < 0)
        {
            Throw.TimestampBeforeEpoch(timestamp);
        }

        return ticks;
    }

    /// <summary>Whether a packet can go into the buffer now, without a write that is due.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool HasRoom(int length, uint connection, long ticks)
    {
        if (_lastFlush == long.MaxValue)
        {
            _lastFlush = _fileBegin = ticks;
        }

        int needed = _tcp is null ? RecordOverhead + Padded(length) : TcpRecordsSize(length, connection);
        return needed <= _buffer.Length - _count
            && ticks - _lastFlush <= _flushTicks
            && (_path is null || !MustRotate(length, connection, ticks));
    }

    private bool MustRotate(int length, uint connection, long ticks)
    {
        if (_path is null || _filePackets == 0)
        {
            return false;
        }

        int needed = _tcp is null ? RecordOverhead + Padded(length) : TcpRecordsSize(length, connection);
        return _written + _count > _options.MaxFileSize - needed || ticks - _fileBegin >= _options.MaxFileAge.Ticks;
    }

    private void EnsureBuffer(int length, uint connection)
    {
        int needed = _tcp is null ? RecordOverhead + Padded(length) : TcpRecordsSize(length, connection);
        if (needed <= _buffer.Length - _count)
        {
            return;
        }

        byte[] longer = ArrayPool<byte>.Shared.Rent(_count + needed);
        Buffer.BlockCopy(_buffer, 0, longer, 0, _count);
        ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = longer;
    }
}
