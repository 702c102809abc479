using System;
using System.Buffers;
using System.IO;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;

namespace Codec.Capture;

/// <summary>Writes packets with time, direction and connection to a pcapng file, or to any stream.</summary>
/// <remarks>
/// <para>
/// Packets are collected in a pooled buffer and written in large pieces that end between two packets, so a file that is cut off anywhere
/// is whole up to the last packet before the cut. The first error of the file or stream (a full disk, a closed stream) is thrown by the
/// call that met it, once. From then on the capture has stopped: appending does nothing and returns <see langword="false"/>, and what had
/// been written stays readable. Nothing is allocated per packet.
/// </para>
/// <para>
/// Not thread-safe: one call at a time. While a task of <see cref="FlushAsync"/> or <c>AppendAsync</c> has not ended, each call but
/// <see cref="Dispose"/> and <see cref="DisposeAsync"/> throws <see cref="InvalidOperationException"/>; so does each call that the stream
/// makes from its own methods. A disposal then takes effect when the pending call ends: what was appended is written, then the file is
/// closed and the memory returned.
/// </para>
/// </remarks>
public sealed partial class CaptureWriter : IDisposable, IAsyncDisposable
{
    private const long UnixEpochTicks = 621_355_968_000_000_000;
    private const int RecordOverhead = CaptureFormat.EnhancedPacketHeader + CaptureFormat.PacketOptions + CaptureFormat.BlockTrailer;

    private readonly CaptureWriterOptions _options;
    private readonly TcpWrapper? _tcp;
    private readonly int _maxPacketSize;
    private readonly CaptureClock _clock;
    private readonly long _flushInterval;
    private readonly long _fileAge;
    private readonly bool _leaveOpen;
    private readonly string? _path;
    private readonly TaskCompletionSource<bool> _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private OperationGate _gate;
    private Stream _stream;
    private byte[] _buffer;
    private int _count;
    private int _bufferedPackets;
    private long _written;
    private long _filePackets;
    private long _lostPackets;

    // By the clock: when the first packet came into the buffer, and the first into the file.
    private long _bufferBegin;
    private long _fileOpened;

    // The timestamp of the file's first packet.
    private long _fileBegin;

    private CaptureWriter(Stream stream, string? path, bool leaveOpen, CaptureWriterOptions options)
    {
        _options = options;
        _path = path;
        _leaveOpen = leaveOpen;
        _stream = stream;
        _maxPacketSize = options.MaxPacketSize;
        _clock = new CaptureClock(options.TimeProvider);
        _flushInterval = _clock.ToTimestamps(options.FlushInterval);
        _fileAge = _clock.ToTimestamps(options.MaxFileAge);
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

    /// <summary>
    /// Gets the number of packets that were given to the writer and are not in the capture: those in the buffer when the capture stopped,
    /// those appended afterwards, and those whose append threw, unless because the writer was disposed.
    /// </summary>
    public long LostPackets => Interlocked.Read(ref _lostPackets);

    /// <summary>Gets the number of packets in the capture. With <see cref="LostPackets"/>, it counts each packet given to the writer once.</summary>
    public long PacketCount { get; private set; }

    /// <summary>How many files there are so far.</summary>
    public int FileCount { get; private set; }

    /// <summary>Gets the file that is being written, or <see langword="null"/> if the capture goes to a stream.</summary>
    public string? CurrentPath => _path is null ? null : PathOf(_path, FileCount);

    /// <summary>Makes a writer onto a new file, which replaces one that is there.</summary>
    /// <param name="path">
    /// The file. If the options limit the files, the later ones have a number before the extension: <c>game.pcapng</c>,
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
        FileStream file = OpenFile(path, options);
        try
        {
            return new CaptureWriter(file, path, leaveOpen: false, options);
        }
        catch
        {
            file.Dispose();
            throw;
        }
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
    /// <returns><see langword="false"/> if the capture has stopped.</returns>
    /// <exception cref="ArgumentException">The packet is longer than the options allow, or the direction is unknown and the capture is one of TCP.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="timestamp"/> is before 1970.</exception>
    /// <exception cref="IOException">The buffer was full and could not be written. Other exceptions come from the stream as they are.</exception>
    /// <exception cref="InvalidOperationException">An earlier call has not ended. The packet is counted in <see cref="LostPackets"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public bool Append(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection, DateTimeOffset timestamp)
    {
        long now = _clock.GetTimestamp();
        long ticks = Check(packet.Length, direction, timestamp);
        return Error is not null || HasRoom(packet.Length, connection, ticks, now)
            ? Put(packet, direction, connection, ticks, now)
            : AppendAfterWrite(packet, direction, connection, ticks, now);
    }

    /// <inheritdoc cref="AppendAsync(ReadOnlyMemory{byte}, CaptureDirection, uint, DateTimeOffset, CancellationToken)"/>
    public ValueTask<bool> AppendAsync(
        ReadOnlyMemory<byte> packet, CaptureDirection direction, uint connection = 0, CancellationToken cancellationToken = default) =>
        AppendAsync(packet, direction, connection, _options.TimeProvider.GetUtcNow(), cancellationToken);

    /// <summary>Appends a packet. It waits for the file only if the buffer is full or a write is due.</summary>
    /// <param name="packet">The whole packet, header and payload; it must stay as it is until the task ends.</param>
    /// <param name="direction">Which way it went.</param>
    /// <param name="connection">A number of the caller's for the connection that it went over.</param>
    /// <param name="timestamp">When, from 1970 on; kept to 100 nanoseconds.</param>
    /// <param name="cancellationToken">Cancels waiting for the file, which stops the capture as an error does.</param>
    /// <returns><see langword="false"/> if the capture has stopped. Until the task ends, the writer refuses every other call.</returns>
    /// <inheritdoc cref="Append(ReadOnlySpan{byte}, CaptureDirection, uint, DateTimeOffset)" path="/exception"/>
    public ValueTask<bool> AppendAsync(
        ReadOnlyMemory<byte> packet,
        CaptureDirection direction,
        uint connection,
        DateTimeOffset timestamp,
        CancellationToken cancellationToken = default)
    {
        long now = _clock.GetTimestamp();
        long ticks = Check(packet.Length, direction, timestamp);
        return Error is not null || HasRoom(packet.Length, connection, ticks, now)
            ? new ValueTask<bool>(Put(packet.Span, direction, connection, ticks, now))
            : AppendAfterWriteAsync(packet, direction, connection, ticks, now, cancellationToken);
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
        long ticks = timestamp.UtcTicks - UnixEpochTicks;
        bool isDirectionKnown = direction is CaptureDirection.Inbound or CaptureDirection.Outbound;
        if (!_gate.IsIdle || length > _maxPacketSize || (_tcp is not null && !isDirectionKnown) || ticks < 0)
        {
            Refuse(length, isDirectionKnown, timestamp);
        }

        return ticks;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Refuse(int length, bool isDirectionKnown, DateTimeOffset timestamp)
    {
        if (!_gate.IsDisposed)
        {
            Lose(1);
        }

        _gate.Check(nameof(CaptureWriter));
        if (length > _maxPacketSize)
        {
            Throw.PacketTooLongForCapture(length, _maxPacketSize);
        }

        if (_tcp is not null && !isDirectionKnown)
        {
            Throw.DirectionUnknown("direction");
        }

        Throw.TimestampBeforeEpoch(timestamp);
    }

    private void Lose(int packets) => Interlocked.Add(ref _lostPackets, packets);

    /// <summary>Whether a packet can go into the buffer now, without a write that is due.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool HasRoom(int length, uint connection, long ticks, long now)
    {
        // A difference below zero, of a clock that goes back although it must not, is a large number here, and the buffer is written.
        int needed = _tcp is null ? RecordOverhead + Padded(length) : TcpRecordsSize(length, connection);
        return needed <= _buffer.Length - _count
            && (_bufferedPackets == 0 || (ulong)(now - _bufferBegin) <= (ulong)_flushInterval)
            && (_path is null || !MustRotate(length, connection, ticks, now));
    }

    private bool MustRotate(int length, uint connection, long ticks, long now)
    {
        if (_path is null || _filePackets == 0)
        {
            return false;
        }

        int needed = _tcp is null ? RecordOverhead + Padded(length) : TcpRecordsSize(length, connection);
        return _written + _count > _options.MaxFileSize - needed
            || ticks - _fileBegin >= _options.MaxFileAge.Ticks
            || now - _fileOpened >= _fileAge;
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
