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
public sealed partial class CaptureWriter : IDisposable, IAsyncDisposable
{
    private const long UnixEpochTicks = 621_355_968_000_000_000;

    // Readers have signed nanoseconds since 1970, so the last time is in 2262.
    private const long MaxTicks = long.MaxValue / 100;

    private readonly CaptureWriterOptions _options;
    private readonly CaptureRecords _records;
    private readonly CaptureOutput _output;
    private readonly CaptureClock _clock;
    private readonly long _flushInterval;
    private readonly TaskCompletionSource<bool> _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // A message or payload is encoded here, and then appended.
    private readonly PacketBuffer _packet = new();
    private OperationGate _gate;
    private long _lostPackets;

    // The time, by the clock, at which the first packet was added to the buffer. A packet that was written to the caller's stream, but not flushed, counts
    // as one in the buffer.
    private long _bufferBegin;

    private CaptureWriter(Stream stream, string? path, bool leaveOpen, CaptureWriterOptions options)
    {
        _options = options;
        _clock = new CaptureClock(options.TimeProvider);
        _flushInterval = _clock.ToTimestamps(options.FlushInterval);
        _output = new CaptureOutput(stream, path is null ? null : Path.GetFullPath(path), leaveOpen, options, _clock.ToTimestamps(options.MaxFileAge));
        _records = new CaptureRecords(options);
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
    public int FileCount => _output.FileCount;

    /// <summary>Gets the full path of the file that is being written, or <see langword="null"/> if the capture is written to a stream.</summary>
    public string? CurrentPath => _output.CurrentPath;

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
        Throw.IfNull(path, nameof(path));

        options = CheckOptions(options);
        FileStream file = CaptureOutput.Open(path, options);
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

    /// <summary>Appends a packet.</summary>
    /// <param name="packet">The whole packet, header and payload. It is copied before the call returns.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">The caller's number for the packet's connection.</param>
    /// <param name="timestamp">
    /// The time of the packet, from 1970-01-01 to 2262-04-11, or <see langword="null"/> to use the current time. The resolution is 100 nanoseconds.
    /// </param>
    /// <returns><see langword="false"/> if the capture has stopped.</returns>
    /// <exception cref="ArgumentException">The packet is longer than the options allow, or the direction is unknown and the encapsulation is TCP.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The direction is not a defined value, or the timestamp is before 1970 or after 2262-04-11.</exception>
    /// <exception cref="IOException">The buffer was full and could not be written. Other exceptions of the stream are not wrapped.</exception>
    /// <exception cref="InvalidOperationException">An earlier call has not ended. The packet is counted in <see cref="LostPackets"/>.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public bool Append(ReadOnlySpan<byte> packet, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null)
    {
        long now = _clock.GetTimestamp();
        long ticks = Check(packet.Length, direction, timestamp);
        return Error is not null || HasRoom(packet.Length, connection, ticks, now)
            ? Put(packet, direction, connection, ticks, now)
            : AppendAfterWrite(packet, direction, connection, ticks, now);
    }

    /// <summary>Appends a packet. It waits for the file only if the buffer is full or a write is due.</summary>
    /// <param name="packet">The whole packet, header and payload. It must not change until the task ends.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">The caller's number for the connection.</param>
    /// <param name="timestamp">
    /// The time of the packet, from 1970-01-01 to 2262-04-11, or <see langword="null"/> to use the current time. The resolution is 100 nanoseconds.
    /// </param>
    /// <param name="cancellationToken">Cancels waiting for the file. Cancellation stops the capture, as an error does.</param>
    /// <returns><see langword="false"/> if the capture has stopped. Until the task ends, the writer rejects every other call.</returns>
    /// <inheritdoc cref="Append" path="/exception"/>
    public ValueTask<bool> AppendAsync(
        ReadOnlyMemory<byte> packet,
        CaptureDirection direction,
        uint connection = 0,
        DateTimeOffset? timestamp = null,
        CancellationToken cancellationToken = default)
    {
        long now = _clock.GetTimestamp();
        long ticks = Check(packet.Length, direction, timestamp);
        return Error is not null || HasRoom(packet.Length, connection, ticks, now)
            ? new ValueTask<bool>(Put(packet.Span, direction, connection, ticks, now))
            : AppendAfterWriteAsync(packet, direction, connection, ticks, now, cancellationToken);
    }

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
    public bool Write<TPacket>(in TPacket packet, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null)
        where TPacket : IPacket
    {
        Encode(packet, nameof(Write));
        return Append(_packet.Written, direction, connection, timestamp);
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
    public bool Write(uint id, ReadOnlySpan<byte> payload, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null)
    {
        Encode(id, payload, nameof(Write));
        return Append(_packet.Written, direction, connection, timestamp);
    }

    /// <inheritdoc cref="Write{TPacket}(in TPacket, CaptureDirection, uint, DateTimeOffset?)" path="/summary|/typeparam|/param|/exception"/>
    /// <inheritdoc cref="AppendAsync" path="/param[@name='cancellationToken']|/returns"/>
    public ValueTask<bool> WriteAsync<TPacket>(
        in TPacket packet, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null, CancellationToken cancellationToken = default)
        where TPacket : IPacket
    {
        Encode(packet, nameof(WriteAsync));
        return AppendAsync(_packet.Written, direction, connection, timestamp, cancellationToken);
    }

    /// <inheritdoc cref="Write(uint, ReadOnlySpan{byte}, CaptureDirection, uint, DateTimeOffset?)" path="/summary|/typeparam|/param|/exception"/>
    /// <inheritdoc cref="AppendAsync" path="/param[@name='cancellationToken']|/returns"/>
    public ValueTask<bool> WriteAsync(
        uint id, ReadOnlySpan<byte> payload, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null, CancellationToken cancellationToken = default)
    {
        Encode(id, payload, nameof(WriteAsync));
        return AppendAsync(_packet.Written, direction, connection, timestamp, cancellationToken);
    }

    /// <summary>Writes the buffer and flushes the stream. A no-op if the capture has stopped.</summary>
    /// <exception cref="IOException">Writing failed. Other exceptions of the stream are not wrapped.</exception>
    /// <exception cref="InvalidOperationException">An earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Flush()
    {
        _gate.Enter(nameof(CaptureWriter), nameof(Flush));
        try
        {
            FlushAllAsync(isAsync: false, CancellationToken.None).GetAwaiter().GetResult();
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
            await FlushAllAsync(isAsync: true, cancellationToken).ConfigureAwait(false);
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
            await CloseAsync(isAsync: true).ConfigureAwait(false);
        }
        else
        {
            await _closed.Task.ConfigureAwait(false);
        }
    }
}
