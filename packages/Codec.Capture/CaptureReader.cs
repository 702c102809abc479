namespace Codec.Capture;

/// <summary>
/// Reads the records of a capture one by one. The capture can be pcapng or pcap, in either byte order, as this library, Wireshark, tshark, editcap
/// and tcpdump write it. Blocks that are not packets are skipped.
/// </summary>
/// <remarks>
/// A damaged capture causes no exception. The reader returns every record before the damage, then <see cref="CaptureStatus.Truncated"/> or
/// <see cref="CaptureStatus.Invalid"/>, and sets <see cref="Error"/>, <see cref="ErrorOffset"/> and <see cref="LostBytes"/>. For any capture, the
/// memory is one pooled buffer of at most twice <see cref="CaptureReaderOptions.MaxPacketSize"/> plus 256 KB. Nothing is allocated per record. Not
/// thread-safe: while a task of <see cref="ReadAsync"/> has not ended, every call except <see cref="Dispose"/> throws
/// <see cref="InvalidOperationException"/>.
/// </remarks>
public sealed class CaptureReader : IDisposable
{
    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private readonly IDisposable? _container;
    private readonly CaptureParser _parser;
    private OperationGate _gate;

    /// <summary>Creates a reader.</summary>
    /// <param name="stream">The stream, which is read from its current position. It need not be buffered.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="CaptureReaderOptions.Default"/>.</param>
    /// <param name="leaveOpen">Whether the stream stays open when the reader is disposed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be read from.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option's value is out of its range.</exception>
    public CaptureReader(Stream stream, CaptureReaderOptions? options = null, bool leaveOpen = false)
    {
        StreamArguments.CheckReadable(stream, nameof(stream));
        options ??= CaptureReaderOptions.Default;
        options.Check();
        _stream = stream;
        _leaveOpen = leaveOpen;
        _parser = new CaptureParser(options);
    }

    /// <summary>Creates a reader that also disposes the owner of its stream.</summary>
    internal CaptureReader(Stream stream, CaptureReaderOptions? options, IDisposable container)
        : this(stream, options) => _container = container;

    /// <summary>Gets the error that the reader has found in the capture so far.</summary>
    public CaptureError Error => _parser.Error;

    /// <summary>Gets the offset of the invalid or truncated block, record or header, in bytes from the start of the capture; -1 if there is none.</summary>
    public long ErrorOffset => _parser.ErrorOffset;

    /// <summary>
    /// Gets the number of bytes, from <see cref="ErrorOffset"/> to the end of the capture, that were not read; -1 if it is not known, because the
    /// damage is not at the end and the stream does not have a length.
    /// </summary>
    public long LostBytes { get; private set; }

    /// <summary>Gets the number of records that were returned.</summary>
    public long RecordCount => _parser.RecordCount;

    /// <summary>Gets the record that the last call of <see cref="ReadAsync"/> or <see cref="Read"/> returned; valid until the next call.</summary>
    /// <exception cref="InvalidOperationException">The last call returned no record.</exception>
    public CaptureRecord Current => _parser.Current;

    internal long DataOffset => _parser.DataOffset;

    internal bool IsServer(int index) => _parser.IsServer(index);

    /// <summary>Reads the next record.</summary>
    /// <param name="record">The record; valid until the next call.</param>
    /// <returns><see cref="CaptureStatus.Packet"/>, or the reason why there is no record. Every later call then returns the same reason.</returns>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidOperationException">An earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    public CaptureStatus Read(out CaptureRecord record) =>
        _gate.IsIdle && _parser.TryTakeFastBlock(out record) ? CaptureStatus.Packet : ReadSlowly(out record);

    /// <summary>Reads the next record into <see cref="Current"/>.</summary>
    /// <param name="cancellationToken">Cancels waiting for the stream. Reading can continue afterwards.</param>
    /// <returns><see cref="CaptureStatus.Packet"/>, or the reason why there is no record. Every later call then returns the same reason.</returns>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidOperationException">An earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed, perhaps while the task was pending.</exception>
    public ValueTask<CaptureStatus> ReadAsync(CancellationToken cancellationToken = default)
    {
        _gate.Check(nameof(CaptureReader));
        return TakeNext() is { } status ? new ValueTask<CaptureStatus>(status) : ReadAfterFillAsync(isAsync: true, cancellationToken);
    }

    /// <summary>Returns a text with the error, its offset, and the number of lost bytes, for logs and warnings.</summary>
    public override string ToString()
    {
        string lost = LostBytes < 0 ? "an unknown number of bytes is" : FormattableString.Invariant($"{LostBytes} bytes are");
        return Error == CaptureError.None ? FormattableString.Invariant($"{RecordCount} records, no error")
            : FormattableString.Invariant($"{Error} at offset {ErrorOffset} after {RecordCount} records; {lost} lost");
    }

    /// <summary>
    /// Returns the buffer, and closes the stream unless it must stay open. If a read is pending, the stream is closed at once, and the
    /// buffer is returned when the read ends.
    /// </summary>
    public void Dispose()
    {
        if (_gate.IsDisposed)
        {
            return;
        }

        if (_gate.TryDispose())
        {
            _parser.Return();
        }

        if (!_leaveOpen)
        {
            try
            {
                _stream.Dispose();
            }
            finally
            {
                _container?.Dispose();
            }
        }
    }

    // A separate method keeps the variables of the common path in registers. A method with an exception handler keeps them in memory.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private CaptureStatus ReadSlowly(out CaptureRecord record)
    {
        _gate.Check(nameof(CaptureReader));
#pragma warning disable CA2012 // The task has ended.
        CaptureStatus status = TakeNext() ?? ReadAfterFillAsync(isAsync: false, CancellationToken.None).GetAwaiter().GetResult();
#pragma warning restore CA2012
        record = status == CaptureStatus.Packet ? Current : default;
        return status;
    }

    /// <summary>Reads from the stream until there is a result. If the read is not asynchronous, the task has ended when the method returns.</summary>
    private async ValueTask<CaptureStatus> ReadAfterFillAsync(bool isAsync, CancellationToken cancellationToken)
    {
        _gate.Enter(nameof(CaptureReader), isAsync ? nameof(ReadAsync) : nameof(Read));
        try
        {
            for (; ; )
            {
                await FillAsync(isAsync, cancellationToken).ConfigureAwait(false);
                if (TakeNext() is { } status)
                {
                    return status;
                }
            }
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Reads from the stream into the buffer. If the read is not asynchronous, the task has ended when the method returns.</summary>
    private async Task FillAsync(bool isAsync, CancellationToken cancellationToken)
    {
        try
        {
            int room = _parser.Input.MakeRoom();
            byte[] bytes = _parser.Input.Buffer.Bytes;
            int end = _parser.Input.Buffer.End;
            _parser.Input.Buffer.Filled(isAsync
                ? await StreamArrays.ReadAsync(_stream, bytes, end, room, cancellationToken).ConfigureAwait(false)
                : _stream.Read(bytes, end, room));
        }
        catch (InvalidDataException)
        {
            _parser.Fail(CaptureError.CompressionInvalid);
        }
    }

    /// <summary>Takes the next record from the buffer. Returns the status, or <see langword="null"/> if more bytes are needed.</summary>
    private CaptureStatus? TakeNext()
    {
        CaptureStatus? status = _parser.TakeNext();
        if (status is not (null or CaptureStatus.Packet) && Error != CaptureError.None && LostBytes == 0)
        {
            LostBytes = _parser.Input.Buffer.IsAtEnd ? _parser.Input.EndOffset - ErrorOffset
                : _stream.CanSeek ? _stream.Length - _stream.Position + _parser.Input.EndOffset - ErrorOffset : -1;
        }

        return status;
    }

    private void Leave()
    {
        if (!_gate.TryLeave())
        {
            _parser.Return();
            Throw.Disposed(nameof(CaptureReader));
        }
    }
}
