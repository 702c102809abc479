using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.IO;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Codec.Capture.Compat;
using Codec.Framing;
using Codec.Internals;
using Codec.Packets;

namespace Codec.Capture;

/// <summary>Writes packets with time, direction and connection to a pcapng file, or to any stream.</summary>
/// <remarks>
/// <para>
/// Packets are collected in a pooled buffer, and written in large blocks that end between two packets. So a truncated file is valid up to its last
/// complete packet. The first error of the file or stream (a full disk, a closed stream) is thrown once, by the call in which it occurs. The capture
/// has then stopped: appending does nothing and returns <see langword="false"/>. Packets that were written before can still be read. Nothing is
/// allocated per packet.
/// </para>
/// <para>
/// Not thread-safe: one call at a time. While a task of <see cref="FlushAsync"/> or <c>AppendAsync</c> has not ended, every call except
/// <see cref="Dispose"/> and <see cref="DisposeAsync"/> throws <see cref="InvalidOperationException"/>. Calls that the stream makes from its own
/// methods throw it, too. If the writer is disposed during a call, the disposal takes effect when that call ends: the appended packets are written,
/// the file is closed, and the memory is returned.
/// </para>
/// </remarks>
public sealed class CaptureWriter : IDisposable, IAsyncDisposable
{
    private const long UnixEpochTicks = 621_355_968_000_000_000;

    // Readers have signed nanoseconds since 1970, so the last time is in 2262.
    private const long MaxTicks = long.MaxValue / 100;
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

    // The times, by the clock, at which the first packet was added to the buffer and to the file. A packet that was written to the caller's stream, but
    // not flushed, counts as one in the buffer.
    private long _bufferBegin;
    private long _fileOpened;

    // The timestamp of the file's first packet.
    private long _fileBegin;

    private CaptureWriter(Stream stream, string? path, bool leaveOpen, CaptureWriterOptions options)
    {
        _options = options;
        _path = path is null ? null : Path.GetFullPath(path);
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

    /// <summary>Creates a writer for a stream.</summary>
    /// <param name="stream">The stream, which is written from its current position.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="CaptureWriterOptions.Default"/>. The limits for files are not used.</param>
    /// <param name="leaveOpen">Whether the stream stays open when the writer is disposed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/>, or an option's value, is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be written to.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    public CaptureWriter(Stream stream, CaptureWriterOptions? options = null, bool leaveOpen = false)
        : this(CheckStream(stream), null, leaveOpen, CheckOptions(options))
    {
    }

    /// <summary>Gets the error that stopped the capture, or <see langword="null"/> if it has not stopped.</summary>
    public Exception? Error { get; private set; }

    /// <summary>
    /// Gets the number of packets that were passed to the writer and are not in the capture: those in the buffer when the capture stopped, those
    /// appended afterwards, and those whose append threw an exception other than <see cref="ObjectDisposedException"/>. If a write failed partway, the
    /// file can have some of those in the buffer.
    /// </summary>
    public long LostPackets => Interlocked.Read(ref _lostPackets);

    /// <summary>
    /// Gets the number of packets in the capture. Each packet that was passed to the writer is counted once, either here or in
    /// <see cref="LostPackets"/>. The packets of a write that failed are not counted here, although the file can have some of them.
    /// </summary>
    public long PacketCount { get; private set; }

    /// <summary>Gets the number of files that were created.</summary>
    public int FileCount { get; private set; }

    /// <summary>Gets the full path of the file that is being written, or <see langword="null"/> if the capture is written to a stream.</summary>
    public string? CurrentPath => _path is null ? null : PathOf(_path, FileCount);

    /// <summary>Creates a writer for a new file, which replaces an existing one.</summary>
    /// <param name="path">
    /// The file. If the options limit the size or age of a file, later files have a number before the extension: <c>game.pcapng</c>,
    /// <c>game-0002.pcapng</c>. Numbered files that are not replaced remain. On Linux and macOS, a second writer of the same file is not rejected, and
    /// damages it.
    /// </param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="CaptureWriterOptions.Default"/>.</param>
    /// <returns>The writer, which owns the file.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="path"/>, or an option's value, is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty, or not a valid path.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    /// <exception cref="IOException">The file cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">Creating the file is not permitted, or <paramref name="path"/> is a folder.</exception>
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

    /// <summary>Appends a packet with the current time.</summary>
    /// <inheritdoc cref="Append(ReadOnlySpan{byte}, CaptureDirection, uint, DateTimeOffset)"/>
    public bool Append(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection = 0) =>
        Append(packet, direction, connection, _options.TimeProvider.GetUtcNow());

    /// <summary>Appends a packet.</summary>
    /// <param name="packet">The whole packet, header and payload. It is copied before the call returns.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">The caller's number for the packet's connection.</param>
    /// <param name="timestamp">The time of the packet, from 1970-01-01 to 2262-04-11. It is stored with a resolution of 100 nanoseconds.</param>
    /// <returns><see langword="false"/> if the capture has stopped.</returns>
    /// <exception cref="ArgumentException">The packet is longer than the options allow, or the direction is unknown and the encapsulation is TCP.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The direction is not a defined value, or the timestamp is before 1970 or after 2262-04-11.</exception>
    /// <exception cref="IOException">The buffer was full and could not be written. Other exceptions of the stream are not wrapped.</exception>
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
    /// <param name="packet">The whole packet, header and payload. It must not change until the task ends.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">The caller's number for the packet's connection.</param>
    /// <param name="timestamp">The time of the packet, from 1970-01-01 to 2262-04-11. It is stored with a resolution of 100 nanoseconds.</param>
    /// <param name="cancellationToken">Cancels waiting for the file. Cancellation stops the capture, as an error does.</param>
    /// <returns><see langword="false"/> if the capture has stopped. Until the task ends, the writer rejects every other call.</returns>
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

    private void Encode<TPacket>(in TPacket packet, string operation)
        where TPacket : IPacket
    {
        BeginPacket(operation);
        try
        {
            PacketEncoder.Write(_packet, packet, _options.Format);
        }
        catch
        {
            CountLost(1);
            throw;
        }
        finally
        {
            Leave();
        }
    }

    private void Encode(uint id, ReadOnlySpan<byte> payload, string operation)
    {
        BeginPacket(operation);
        try
        {
            PacketEncoder.Write(_packet, id, payload, _options.Format);
        }
        catch
        {
            CountLost(1);
            throw;
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Starts an operation with a packet, which is counted as lost if an earlier call has not ended.</summary>
    private void BeginPacket(string operation)
    {
        try
        {
            _gate.Enter(nameof(CaptureWriter), operation);
        }
        catch (Exception exception) when (exception is not ObjectDisposedException)
        {
            CountLost(1);
            throw;
        }
    }

    private static Stream CheckStream(Stream stream)
    {
        StreamArguments.CheckWritable(stream, nameof(stream));
        return stream;
    }

    private static CaptureWriterOptions CheckOptions(CaptureWriterOptions? options)
    {
        options ??= CaptureWriterOptions.Default;
        options.Check();
        return options;
    }

    private static int Padded(int length) => (length + 3) & ~3;

    private long Check(int length, CaptureDirection direction, DateTimeOffset timestamp)
    {
        long ticks = timestamp.UtcTicks - UnixEpochTicks;
        if (!_gate.IsIdle || length > _maxPacketSize || direction > CaptureDirection.Outbound
            || (_tcp is not null && direction == CaptureDirection.Unknown) || (ulong)ticks > MaxTicks)
        {
            CheckAgain(length, direction, timestamp, ticks);
        }

        return ticks;
    }

    /// <summary>Throws, and counts the packet as lost, unless the call that was pending has ended in the meantime.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CheckAgain(int length, CaptureDirection direction, DateTimeOffset timestamp, long ticks)
    {
        try
        {
            _gate.Check(nameof(CaptureWriter));
            if (length > _maxPacketSize)
            {
                Throw.PacketTooLongForCapture(length, _maxPacketSize);
            }

            if (direction > CaptureDirection.Outbound)
            {
                Throw.UndefinedValue(nameof(direction), (int)direction);
            }

            if (_tcp is not null && direction == CaptureDirection.Unknown)
            {
                Throw.DirectionUnknown(nameof(direction));
            }

            if ((ulong)ticks > MaxTicks)
            {
                Throw.TimestampOutOfRange(timestamp);
            }
        }
        catch (Exception exception) when (exception is not ObjectDisposedException)
        {
            CountLost(1);
            throw;
        }
    }

    private void CountLost(int packets) => Interlocked.Add(ref _lostPackets, packets);

    /// <summary>Returns whether a packet can be appended without a write: it fits into the buffer, and no write is due.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool HasRoom(int length, uint connection, long ticks, long now)
    {
        int needed = _tcp is null ? RecordOverhead + Padded(length) : TcpRecordsSize(length, connection);
        return needed <= _buffer.Length - _count
            && !IsFlushDue(now)
            && (_path is null || !MustRotate(length, connection, ticks, now));
    }

    // If the clock goes back, which it must not, the negative difference becomes a large number, and the buffer is written.
    private bool IsFlushDue(long now) => _bufferedPackets != 0 && (ulong)(now - _bufferBegin) > (ulong)_flushInterval;

    /// <summary>Returns whether the interval requires a flush of the caller's stream, which can have its own buffer. The writer's files have none.</summary>
    /// <param name="now">The time of the packet that is appended after the write.</param>
    /// <param name="begin">The time from which the interval then counts: that of the first packet that is not flushed.</param>
    private bool MustFlush(long now, out long begin)
    {
        bool isDue = IsFlushDue(now);
        begin = isDue || _path is not null || _bufferedPackets == 0 ? now : _bufferBegin;
        return isDue && _path is null;
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

    // The two forms of a packet that every sink accepts. Each is encoded into memory of the writer and then appended.

    private readonly PacketBuffer _packet = new();

    /// <summary>Writes a message with its header to the capture.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">The caller's number for the connection.</param>
    /// <param name="timestamp">
    /// The time of the packet, from 1970-01-01 to 2262-04-11, or <see langword="null"/> to use the current time. The resolution is 100 nanoseconds.
    /// </param>
    /// <returns><see langword="false"/> if the capture has stopped.</returns>
    /// <exception cref="ArgumentNullException">The message is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The id or the payload's size is more than the format accepts, the direction is not a defined value, or the timestamp is before 1970 or after 2262-04-11.
    /// </exception>
    /// <exception cref="ArgumentException">The packet is longer than the options allow, or the direction is unknown and the encapsulation is TCP.</exception>
    /// <exception cref="IOException">The buffer was full and could not be written. The stream may throw other exceptions.</exception>
    /// <exception cref="InvalidOperationException">The message cannot be written, or an earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public bool Write<TPacket>(
        in TPacket packet, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null)
        where TPacket : IPacket
    {
        Encode(packet, nameof(Write));

        return Append(_packet.Written, direction, connection, timestamp ?? _options.TimeProvider.GetUtcNow());
    }

    /// <summary>Writes a packet to the capture.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload. It is copied before the call returns.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">The caller's number for the connection.</param>
    /// <param name="timestamp">
    /// The time of the packet, from 1970-01-01 to 2262-04-11, or <see langword="null"/> to use the current time. The resolution is 100 nanoseconds.
    /// </param>
    /// <returns><see langword="false"/> if the capture has stopped.</returns>
    /// <inheritdoc cref="Write{TPacket}(in TPacket, CaptureDirection, uint, DateTimeOffset?)" path="/exception"/>
    public bool Write(
        uint id, ReadOnlySpan<byte> payload, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null)
    {
        Encode(id, payload, nameof(Write));

        return Append(_packet.Written, direction, connection, timestamp ?? _options.TimeProvider.GetUtcNow());
    }

    /// <summary>Writes a message with its header to the capture.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">The caller's number for the connection.</param>
    /// <param name="timestamp">
    /// The time of the packet, from 1970-01-01 to 2262-04-11, or <see langword="null"/> to use the current time. The resolution is 100 nanoseconds.
    /// </param>
    /// <param name="cancellationToken">Cancels waiting for the file. Cancellation stops the capture, as an error does.</param>
    /// <returns><see langword="false"/> if the capture has stopped. Until the task ends, the writer rejects every other call.</returns>
    /// <inheritdoc cref="Write{TPacket}(in TPacket, CaptureDirection, uint, DateTimeOffset?)" path="/exception"/>
    public ValueTask<bool> WriteAsync<TPacket>(
        in TPacket packet, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null, CancellationToken cancellationToken = default)
        where TPacket : IPacket
    {
        Encode(packet, nameof(WriteAsync));

        return AppendAsync(_packet.Written, direction, connection, timestamp ?? _options.TimeProvider.GetUtcNow(), cancellationToken);
    }

    /// <summary>Writes a packet to the capture.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload. It is copied before the call returns.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">The caller's number for the connection.</param>
    /// <param name="timestamp">
    /// The time of the packet, from 1970-01-01 to 2262-04-11, or <see langword="null"/> to use the current time. The resolution is 100 nanoseconds.
    /// </param>
    /// <param name="cancellationToken">Cancels waiting for the file. Cancellation stops the capture, as an error does.</param>
    /// <returns><see langword="false"/> if the capture has stopped. Until the task ends, the writer rejects every other call.</returns>
    /// <inheritdoc cref="Write{TPacket}(in TPacket, CaptureDirection, uint, DateTimeOffset?)" path="/exception"/>
    public ValueTask<bool> WriteAsync(
        uint id, ReadOnlySpan<byte> payload, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null, CancellationToken cancellationToken = default)
    {
        Encode(id, payload, nameof(WriteAsync));

        return AppendAsync(_packet.Written, direction, connection, timestamp ?? _options.TimeProvider.GetUtcNow(), cancellationToken);
    }

    // Writes the records of a packet into the buffer, if they fit.

    private bool Put(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection, long ticks, long now)
    {
        if (Error is not null)
        {
            CountLost(1);
            return false;
        }

        if (_tcp is null)
        {
            int start = BeginRecord(packet.Length, connection, direction, ticks);
            packet.CopyTo(new Span<byte>(_buffer, start, packet.Length));
        }
        else
        {
            PutSegments(packet, direction, connection, ticks);
        }

        PacketCount++;
        if (_bufferedPackets++ == 0)
        {
            _bufferBegin = now;
        }

        if (_filePackets++ == 0)
        {
            _fileBegin = ticks;
            _fileOpened = now;
        }

        return true;
    }

    /// <summary>Writes an enhanced packet block, except its data.</summary>
    /// <returns>The offset of the data in the buffer.</returns>
    private int BeginRecord(int length, uint connection, CaptureDirection direction, long ticks)
    {
        int padded = Padded(length);
        int total = RecordOverhead + padded;
        Span<byte> block = new(_buffer, _count, total);
        ulong nanoseconds = (ulong)ticks * 100;
        BinaryPrimitives.WriteUInt32LittleEndian(block, CaptureFormat.EnhancedPacketBlock);
        BinaryPrimitives.WriteInt32LittleEndian(block.Slice(4), total);
        BinaryPrimitives.WriteUInt32LittleEndian(block.Slice(8), 0);
        BinaryPrimitives.WriteUInt32LittleEndian(block.Slice(12), (uint)(nanoseconds >> 32));
        BinaryPrimitives.WriteUInt32LittleEndian(block.Slice(16), (uint)nanoseconds);
        BinaryPrimitives.WriteInt32LittleEndian(block.Slice(20), length);
        BinaryPrimitives.WriteInt32LittleEndian(block.Slice(24), length);

        // Zeroes the last four bytes of the padded data. The data then overwrites all of them except the padding.
        Span<byte> end = block.Slice(CaptureFormat.EnhancedPacketHeader + padded);
        if (length != 0)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(block.Slice(CaptureFormat.EnhancedPacketHeader + padded - 4), 0);
        }

        BinaryPrimitives.WriteUInt32LittleEndian(end, CaptureFormat.PacketFlags | (4 << 16));
        BinaryPrimitives.WriteUInt32LittleEndian(end.Slice(4), (uint)direction);
        BinaryPrimitives.WriteUInt32LittleEndian(end.Slice(8), CaptureFormat.PacketQueue | (4 << 16));
        BinaryPrimitives.WriteUInt32LittleEndian(end.Slice(12), connection);
        BinaryPrimitives.WriteUInt32LittleEndian(end.Slice(16), CaptureFormat.EndOfOptions);
        BinaryPrimitives.WriteInt32LittleEndian(end.Slice(20), total);
        int start = _count + CaptureFormat.EnhancedPacketHeader;
        _count += total;
        return start;
    }

    private int TcpRecordsSize(int length, uint connection)
    {
        const int Frame = RecordOverhead + ((TcpWrapper.HeaderSize + 3) & ~3);
        int segments = Math.Max(1, (length + TcpWrapper.MaxSegment - 1) / TcpWrapper.MaxSegment);

        // The padding of a segment is less than 4 bytes.
        return (_tcp!.IsOpen(connection) ? 0 : TcpWrapper.HandshakeSegments * Frame) + (segments * (Frame + 4)) + length;
    }

    private void PutSegments(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection, long ticks)
    {
        bool fromClient = direction == CaptureDirection.Inbound == _options.IsServer;
        if (!_tcp!.IsOpen(connection))
        {
            _tcp.Open(connection, ticks);
            for (int i = 0; i < TcpWrapper.HandshakeSegments; i++)
            {
                bool clientSends = i != 1;
                CaptureDirection way = clientSends == _options.IsServer ? CaptureDirection.Inbound : CaptureDirection.Outbound;
                int start = BeginRecord(TcpWrapper.HeaderSize, connection, way, ticks);
                _tcp.WriteHandshake(new Span<byte>(_buffer, start, TcpWrapper.HeaderSize), i);
            }
        }

        do
        {
            ReadOnlySpan<byte> segment = packet.Slice(0, Math.Min(packet.Length, TcpWrapper.MaxSegment));
            int size = TcpWrapper.HeaderSize + segment.Length;
            int start = BeginRecord(size, connection, direction, ticks);
            _tcp.WriteSegment(new Span<byte>(_buffer, start, size), segment, fromClient);
            packet = packet.Slice(segment.Length);
        }
        while (!packet.IsEmpty);
    }

    // Writing the buffer, changing files, and errors.

    /// <summary>Writes the buffer and flushes the stream. A no-op if the capture has stopped.</summary>
    /// <exception cref="IOException">Writing failed. Other exceptions of the stream are not wrapped.</exception>
    /// <exception cref="InvalidOperationException">An earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Flush()
    {
        _gate.Enter(nameof(CaptureWriter), nameof(Flush));
        try
        {
            FlushAll();
        }
        finally
        {
            Leave();
        }
    }

    /// <inheritdoc cref="Flush"/>
    /// <param name="cancellationToken">Cancels the write. Cancellation stops the capture, as an error does.</param>
    /// <returns>A task that ends when all packets have been written. Until then, the writer rejects every other call.</returns>
    public async Task FlushAsync(CancellationToken cancellationToken = default)
    {
        _gate.Enter(nameof(CaptureWriter), nameof(FlushAsync));
        try
        {
            await FlushAllAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            await LeaveAsync().ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Writes the remaining bytes and closes the file, or the stream unless it must stay open. If a call is pending, this happens when that call
    /// ends, and its task reports any error. A second call is a no-op.
    /// </summary>
    /// <exception cref="IOException">The remaining bytes could not be written. Other exceptions of the stream are not wrapped.</exception>
    public void Dispose()
    {
        if (_gate.TryDispose())
        {
            Close();
        }
    }

    /// <summary>Writes the remaining bytes and closes the file, or the stream unless it must stay open.</summary>
    /// <returns>
    /// A task that ends when all packets have been written and the file is closed. It first waits for a pending call. The stream must not await the
    /// task inside its own methods.
    /// </returns>
    /// <inheritdoc cref="Dispose" path="/exception"/>
    public async ValueTask DisposeAsync()
    {
        if (_gate.TryDispose())
        {
            await CloseAsync().ConfigureAwait(false);
        }
        else
        {
            await _closed.Task.ConfigureAwait(false);
        }
    }

    private static FileStream OpenFile(string path, CaptureWriterOptions options) =>
        CaptureFiles.Create(path, Math.Min(options.PreallocationSize, options.MaxFileSize));

    private static string PathOf(string path, int number)
    {
        if (number == 1)
        {
            return path;
        }

        string name = Path.GetFileNameWithoutExtension(path) + number.ToString("'-'0000", CultureInfo.InvariantCulture) + Path.GetExtension(path);
        return Path.Combine(Path.GetDirectoryName(path) ?? "", name);
    }

    private bool AppendAfterWrite(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection, long ticks, long now)
    {
        BeginPacket(nameof(Append));
        try
        {
            if (MustFlush(now, out long begin))
            {
                FlushAll();
            }
            else
            {
                WriteBuffer();
            }

            Prepare(packet.Length, connection, ticks, now);
            return Put(packet, direction, connection, ticks, begin);
        }
        catch
        {
            CountLost(1);
            throw;
        }
        finally
        {
            Leave();
        }
    }

    private async ValueTask<bool> AppendAfterWriteAsync(
        ReadOnlyMemory<byte> packet, CaptureDirection direction, uint connection, long ticks, long now, CancellationToken cancellationToken)
    {
        BeginPacket(nameof(AppendAsync));
        try
        {
            if (MustFlush(now, out long begin))
            {
                await FlushAllAsync(cancellationToken).ConfigureAwait(false);
            }
            else
            {
                await WriteBufferAsync(cancellationToken).ConfigureAwait(false);
            }

            Prepare(packet.Length, connection, ticks, now);
            return Put(packet.Span, direction, connection, ticks, begin);
        }
        catch
        {
            CountLost(1);
            throw;
        }
        finally
        {
            await LeaveAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Starts the next file if it is due, and grows the empty buffer for a packet.</summary>
    private void Prepare(int length, uint connection, long ticks, long now)
    {
        if (MustRotate(length, connection, ticks, now))
        {
            Rotate();
        }

        EnsureBuffer(length, connection);
    }

    private void FlushAll()
    {
        if (Error is null)
        {
            WriteBuffer();
            try
            {
                _stream.Flush();
            }
            catch (Exception exception)
            {
                Stop(exception);
                throw;
            }
        }
    }

    private async ValueTask FlushAllAsync(CancellationToken cancellationToken)
    {
        if (Error is null)
        {
            await WriteBufferAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                await _stream.FlushAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                Stop(exception);
                throw;
            }
        }
    }

    private void Leave()
    {
        if (!_gate.TryLeave())
        {
            Close();
        }
    }

    private ValueTask LeaveAsync() => _gate.TryLeave() ? default : CloseAsync();

    private void Close()
    {
        try
        {
            FlushAll();
        }
        finally
        {
            Release();
        }
    }

    private async ValueTask CloseAsync()
    {
        try
        {
            await FlushAllAsync(CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            Release();
        }
    }

    private void Release()
    {
        try
        {
            ReturnBuffer();
            CloseStream();
        }
        finally
        {
            _closed.TrySetResult(true);
        }
    }

    private void WriteBuffer()
    {
        try
        {
            _stream.Write(_buffer, 0, _count);
        }
        catch (Exception exception)
        {
            Stop(exception);
            throw;
        }

        OnBufferWritten();
    }

    private async ValueTask WriteBufferAsync(CancellationToken cancellationToken)
    {
        try
        {
            await StreamArrays.WriteAsync(_stream, _buffer, 0, _count, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            Stop(exception);
            throw;
        }

        OnBufferWritten();
    }

    private void OnBufferWritten()
    {
        _written += _count;
        _count = 0;
        _bufferedPackets = 0;
    }

    /// <summary>Closes the file, to which the buffer has been written, and creates the next one.</summary>
    private void Rotate()
    {
        try
        {
            CloseStream();
            _stream = OpenFile(PathOf(_path!, FileCount + 1), _options);
        }
        catch (Exception exception)
        {
            Stop(exception);
            throw;
        }

        FileCount++;
        _tcp?.Reset();
        _written = 0;
        _filePackets = 0;
        _count = CaptureHeader.Write(_buffer, _options.Encapsulation);
    }

    private void Stop(Exception exception)
    {
        Error = exception;
        CountLost(_bufferedPackets);
        PacketCount -= _bufferedPackets;
        _bufferedPackets = 0;
        _count = 0;
    }

    private void CloseStream()
    {
        if (_leaveOpen)
        {
            return;
        }

        try
        {
            try
            {
                // Releases preallocated space that was not used, which is after the end of the file. A device or a named pipe has no length to set.
                if (_path is not null && _options.PreallocationSize > 0 && _stream.CanSeek && _stream.Length > 0)
                {
                    _stream.SetLength(_stream.Length);
                }
            }
            finally
            {
                _stream.Dispose();
            }
        }
        catch (Exception) when (Error is not null)
        {
            // The first error was already reported. A stream that compresses fails again when it writes its end.
        }
    }

    private void ReturnBuffer()
    {
        byte[] buffer = _buffer;
        _buffer = [];
        _count = 0;
        if (buffer.Length != 0)
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
