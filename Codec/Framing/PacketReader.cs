using Codec.Packets;

namespace Codec.Framing;

/// <summary>Reads packets from a <see cref="PipeReader"/> or a <see cref="Stream"/>, synchronously or asynchronously.</summary>
/// <remarks>
/// <para>
/// A declared size is validated as soon as the size field has been received. The reader therefore never waits for more than one packet of the largest accepted
/// size. Its memory for a stream grows with the received bytes, up to that size. Cancelling a read loses nothing: the next read continues at the same offset.
/// </para>
/// <para>
/// A packet is in place, in the reader's array or in the memory of the pipe. Only a packet that spans segments of a pipe, or whose memory is not an array,
/// is copied.
/// </para>
/// <para>
/// One read at a time. Not thread-safe, but the reader may be disposed during a read that waits: the read then ends with the result of the pipe or
/// the stream, or with <see cref="ObjectDisposedException"/>. Reads allocate nothing, unless <see cref="ReadPacket"/> must wait for a pipe. Disposing completes
/// the pipe or closes the stream, unless they stay open. Bytes that were not read then stay in the pipe for its next reader.
/// </para>
/// </remarks>
public sealed class PacketReader : IPacketOwner, IDisposable, IAsyncDisposable
{
    private readonly PacketInput _input;
    private readonly Action _continue;
    private readonly int _fastMaxPayloadSize;
    private ReaderUse _use;
    private ReceivedTotals _totals;

    // Null until the first read outside an enumeration.
    private PacketWait? _wait;

    // The wait of the pending read: _wait, or the enumeration that reads.
    private PacketWait? _pending;

    // The packet that was returned last. Or the incomplete packet at the start of the window, so that its header is measured only once.
    private PacketExtent _packet;
    private int _version;

    /// <summary>Creates a reader over a pipe.</summary>
    /// <param name="pipe">The pipe. No other code may read it while the reader is used.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="leaveOpen">Whether disposing the reader leaves the pipe open.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pipe"/> is <see langword="null"/>.</exception>
    public PacketReader(PipeReader pipe, PacketFormat? format = null, bool leaveOpen = false)
        : this(new PipeInput(pipe, leaveOpen), format, countsPackets: true)
    {
    }

    /// <summary>Creates a reader over a stream. It reads blocks of up to 64 KB from the stream.</summary>
    /// <param name="stream">The stream. It needs no buffer. No other code may read it while the reader is used.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="leaveOpen">Whether disposing the reader leaves the stream open.</param>
    /// <param name="pool">The pool of the reader's memory, or <see langword="null"/> to use <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be read from.</exception>
    public PacketReader(Stream stream, PacketFormat? format = null, bool leaveOpen = false, ArrayPool<byte>? pool = null)
        : this(new StreamInput(stream, leaveOpen, pool ?? ArrayPool<byte>.Shared), format, countsPackets: true)
    {
    }

    /// <summary>Creates a reader over an input, which it owns.</summary>
    internal PacketReader(PacketInput input, PacketFormat? format, bool countsPackets)
    {
        _input = input;
        Format = format ?? PacketFormat.Default;
        _fastMaxPayloadSize = Format.FastMaxPayloadSize;
        _totals = new ReceivedTotals(isSilent: !countsPackets);
        _continue = ContinueRead;
    }

    /// <summary>Gets the packet format.</summary>
    public PacketFormat Format { get; }

    /// <summary>Gets why the stream is invalid, or <see cref="PacketError.None"/>.</summary>
    public PacketError Error { get; private set; }

    /// <summary>Gets a guess at what the rejected bytes are, after <see cref="Error"/> was set.</summary>
    public PacketHint Hint { get; private set; }

    /// <summary>Gets the size in bytes of all packets read so far: the offset of the next packet, or of the invalid one.</summary>
    public long Position => _totals.Position;

    /// <summary>Reads the next packet, and blocks the thread until there is one. The packet before it is no longer valid.</summary>
    /// <returns>A packet, the end of the stream, or why there is neither.</returns>
    /// <exception cref="IOException">The stream failed. The pipe or the stream may throw other exceptions.</exception>
    /// <exception cref="InvalidOperationException">A read is in progress.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    public PacketReadResult ReadPacket() => TryReadFast(out _, out _) ? new PacketReadResult(this, _version) : ReadOther();

    /// <summary>Reads the next packet. The packet before it is no longer valid.</summary>
    /// <param name="cancellationToken">Cancels waiting. Received bytes remain for the next read.</param>
    /// <returns>A packet, the end of the stream, or why there is neither.</returns>
    /// <exception cref="IOException">The stream failed. The pipe or the stream may throw other exceptions.</exception>
    /// <exception cref="InvalidOperationException">A read is in progress.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled before a packet was received.</exception>
    public ValueTask<PacketReadResult> ReadPacketAsync(CancellationToken cancellationToken = default) =>
        ReadAsync(_wait ??= new PacketWait(), cancellationToken);

    /// <summary>Reads every packet up to the end of the stream. Each is valid until the next one is read.</summary>
    /// <returns>The packets. The enumeration ends if the stream ends at the end of a packet.</returns>
    /// <exception cref="InvalidPacketException">The stream is invalid, or ended inside a packet.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    /// <exception cref="OperationCanceledException">The pipe's pending read was cancelled.</exception>
    public IEnumerable<PacketReadResult> ReadAll()
    {
        PacketReadResult result;
        while ((result = ReadPacket()).HasPacket)
        {
            yield return result;
        }

        if (GetEndReason(result) is { } why)
        {
            Throw.ReceivingEnded(why);
        }
    }

    /// <summary>Reads every packet up to the end of the stream. Each is valid until the next one is read.</summary>
    /// <param name="cancellationToken">Cancels waiting. Received bytes remain for the next read.</param>
    /// <returns>The packets. The enumeration ends if the stream ends at the end of a packet.</returns>
    /// <exception cref="InvalidPacketException">The stream is invalid, or ended inside a packet.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> or the pipe's pending read was cancelled.</exception>
    public IAsyncEnumerable<PacketReadResult> ReadAllAsync(CancellationToken cancellationToken = default) => new PacketEnumeration(this, cancellationToken);

    /// <summary>Reads the next packet. If the read must wait, the task is <paramref name="wait"/>, which no other read uses.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ValueTask<PacketReadResult> ReadAsync(PacketWait wait, CancellationToken cancellationToken) =>
        TryReadFast(out uint packed, out int length)
            ? new ValueTask<PacketReadResult>(new PacketReadResult(this, _version))
            : ReadOtherAsync(packed, length, wait, cancellationToken);

    /// <summary>Returns the exception of an enumeration after a result without a packet, or <see langword="null"/> at the end of the stream.</summary>
    internal Exception? GetEndReason(in PacketReadResult result) =>
        result.IsCompleted ? null : result.IsCanceled ? new OperationCanceledException() : new InvalidPacketException(result.Error, Position, Hint);

    /// <inheritdoc cref="IPacketOwner.GetPacket"/>
    internal Packet GetPacket(int version)
    {
        if (version != _version)
        {
            Throw.PacketIsGone();
        }

        int start = _input.Window.Start;
        return start == _input.StartAfterCopy
            ? new Packet(_input.Copy, 0, _packet.Length, _packet.Id, Format.HeaderSize)
            : new Packet(_input.Window.Bytes!, start - _packet.Length, _packet.Length, _packet.Id, Format.HeaderSize);
    }

    Packet IPacketOwner.GetPacket(int version) => GetPacket(version);

    /// <summary>Gets the id of the packet that was returned last. Called by the reading thread, before the next read.</summary>
    internal uint PacketId => _packet.Id;

    /// <summary>Gets the received bytes of a stream from <see cref="Position"/> on. Called by the reading thread, before the next read.</summary>
    internal ReadOnlySpan<byte> Unread => _input.Window.Span;

    /// <summary>Takes the next packet if it is in the default format and all of it is in the window.</summary>
    /// <param name="packed">The header's 32 bits, or 0 if the header is incomplete.</param>
    /// <param name="length">The packet's length according to the header, not validated; 0 if the header is incomplete.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryReadFast(out uint packed, out int length)
    {
        ref ReadWindow window = ref _input.Window;
        if (!PacketDecoder.TryReadFast(window.Span, _fastMaxPayloadSize, out packed, out length))
        {
            return false;
        }

        window.Start += length;
        _packet = PacketExtent.Found(packed >> 16, length);
        _totals.Add(length);
        _version++;
        return true;
    }

    private PacketReadResult ReadOther()
    {
        _use.ThrowUnlessIdle();
        _version++;
        if (TryTakePacket(out PacketExtent extent))
        {
            return new PacketReadResult(this, _version);
        }

        _use.Begin();
        PacketReadResult result = default;
        Exception? failure = null;
        try
        {
            while (!TryTakeEnd(extent, out result))
            {
                _totals.Report();
                _input.Read(_packet.Length);
                if (TryTakePacket(out extent))
                {
                    result = new PacketReadResult(this, _version);
                    break;
                }
            }
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        if (!_use.TryEnd())
        {
            failure = EndDisposedReadAsync(failure, result.HasPacket).GetAwaiter().GetResult();
        }

        if (failure is not null)
        {
            Throw.Again(failure);
        }

        return result;
    }

    private ValueTask<PacketReadResult> ReadOtherAsync(uint packed, int length, PacketWait wait, CancellationToken cancellationToken)
    {
        _use.ThrowUnlessIdle();
        _version++;

        // The usual case of a busy connection: the window ends inside a packet whose header is valid.
        _packet = length > 0 && (ushort)packed <= _fastMaxPayloadSize ? PacketExtent.PayloadMissing(packed >> 16, length) : default;
        if (TryTakePacket(out PacketExtent extent))
        {
            return new ValueTask<PacketReadResult>(new PacketReadResult(this, _version));
        }

        if (cancellationToken.IsCancellationRequested)
        {
            return new ValueTask<PacketReadResult>(Task.FromCanceled<PacketReadResult>(cancellationToken));
        }

        _use.Begin();
        if (!TryRead(extent, cancellationToken, out PacketReadResult result, out Exception? failure))
        {
            _pending = wait;
            ValueTask<PacketReadResult> waiting = wait.Begin(cancellationToken);
            _input.ContinueWith(_continue);
            return waiting;
        }

        if (failure is null && _use.TryEnd())
        {
            return new ValueTask<PacketReadResult>(result);
        }

        _pending = wait;
        ValueTask<PacketReadResult> ending = wait.Begin(cancellationToken);
        EndRead(result, failure);
        return ending;
    }

    private void ContinueRead()
    {
        PacketReadResult result = default;
        PacketExtent extent = default;
        Exception? failure = null;
        try
        {
            _input.EndRead();
            if (TryTakePacket(out extent))
            {
                result = new PacketReadResult(this, _version);
            }
        }
        catch (Exception exception)
        {
            // The awaiting caller gets every exception of the input.
            failure = exception;
        }

        if (failure is null && !result.HasPacket && !TryRead(extent, _pending!.Cancellation, out result, out failure))
        {
            _input.ContinueWith(_continue);
            return;
        }

        EndRead(result, failure);
    }

    private void EndRead(in PacketReadResult result, Exception? failure)
    {
        if (_use.TryEnd())
        {
            _pending!.End(result, failure);
        }
        else
        {
            _ = FailDisposedReadAsync(failure, result.HasPacket);
        }
    }

    /// <summary>Reads until there is a result or a failure, or until the input must be waited for.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryRead(PacketExtent extent, CancellationToken cancellationToken, out PacketReadResult result, out Exception? failure)
    {
        failure = null;
        result = default;
        try
        {
            while (!TryTakeEnd(extent, out result))
            {
                _totals.Report();
                if (!_input.TryRead(_packet.Length, cancellationToken))
                {
                    return false;
                }

                if (TryTakePacket(out extent))
                {
                    result = new PacketReadResult(this, _version);
                    break;
                }
            }
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        return true;
    }

    /// <summary>Takes the end, the cancellation or an error from an input that has no complete packet. A reader that was disposed meanwhile takes the end.</summary>
    /// <returns><see langword="false"/> if more bytes are needed.</returns>
    private bool TryTakeEnd(PacketExtent extent, out PacketReadResult result)
    {
        result = default;
        if (Error != PacketError.None)
        {
            result = new PacketReadResult(Error);
        }
        else if (!_use.IsReading)
        {
            return true;
        }
        else if (extent.Status == (byte)OperationStatus.InvalidData || (_input.HasEnded && _input.Available > 0))
        {
            result = Fail(extent.Error);
        }
        else if (_input.HasEnded)
        {
            _totals.Report();
            result = PacketReadResult.AtEnd;
        }
        else if (_input.WasCanceled)
        {
            _input.WasCanceled = false;
            result = PacketReadResult.AfterCancel;
        }
        else
        {
            _packet = extent;
            return false;
        }

        return true;
    }

    /// <summary>Takes the next packet from the input, or says what is missing or invalid.</summary>
    private bool TryTakePacket(out PacketExtent extent)
    {
        extent = _packet;
        if (extent.Error != PacketError.PayloadTruncated)
        {
            long available = _input.Available;
            _input.TryJoin((int)Math.Min(Format.HeaderSize, available));
            extent = Format.Measure(_input.Window.Span, available);
        }

        if (extent.Length == 0 || !_input.TryJoin(extent.Length))
        {
            return false;
        }

        _input.Take(extent.Length);
        _packet = PacketExtent.Found(extent.Id, extent.Length);
        _totals.Add(extent.Length);
        return true;
    }

    private PacketReadResult Fail(PacketError error)
    {
        _input.TryJoin((int)Math.Min(PacketFormat.LargestHeaderSize, _input.Available));
        Hint = PacketHints.Guess(_input.Window.Span, Format, error, Position);
        Error = error;
        _totals.Report();
        PacketCounters.CountError(error);
        return new PacketReadResult(error);
    }

    /// <summary>Completes the pipe or closes the stream, unless it stays open. The last packet is no longer valid.</summary>
    /// <remarks>A read that waits is cancelled if possible. When it ends, it completes the pipe. Until then, a stream may write to the memory.</remarks>
    /// <returns>A task that ends when the pipe is completed or its read is cancelled, and the stream is closed.</returns>
    public async ValueTask DisposeAsync()
    {
        if (!_use.TryDispose(out bool isReading))
        {
            return;
        }

        try
        {
            bool isLast = true;
            if (isReading)
            {
                try
                {
                    _input.Cancel();
                }
                finally
                {
                    isLast = _use.EndLast();
                }
            }

            if (isLast)
            {
                await CompleteAsync(wasCanceled: isReading).ConfigureAwait(false);
            }
        }
        finally
        {
            // A read that cannot be cancelled ends when its stream is closed.
            await _input.CloseAsync().ConfigureAwait(false);
        }
    }

    /// <inheritdoc cref="DisposeAsync" path="/summary"/>
    /// <inheritdoc cref="DisposeAsync" path="/remarks"/>
    public void Dispose() => DisposeAsync().AsTask().GetAwaiter().GetResult();

    private async Task FailDisposedReadAsync(Exception? failure, bool hasPacket) =>
        _pending!.End(default, await EndDisposedReadAsync(failure, hasPacket).ConfigureAwait(false));

    /// <summary>Ends a read whose reader was disposed meanwhile. Returns the exception for the caller of the read.</summary>
    private async Task<Exception> EndDisposedReadAsync(Exception? failure, bool hasPacket)
    {
        try
        {
            if (hasPacket)
            {
                // The packet is the next one again.
                _input.PutBack(_packet.Length);
                _totals.Remove(_packet.Length);
            }

            if (_use.EndLast())
            {
                await CompleteAsync(wasCanceled: true).ConfigureAwait(false);
            }
        }
        catch (Exception exception)
        {
            // The caller that disposed the reader does not wait for this. The caller of the read gets the exception.
            failure ??= exception;
        }

        return failure ?? new ObjectDisposedException(nameof(PacketReader));
    }

    /// <summary>Completes or leaves the input. Its memory is not used any more.</summary>
    private ValueTask CompleteAsync(bool wasCanceled)
    {
        _version++;
        _totals.Report();
        return _input.CompleteAsync(wasCanceled);
    }
}
