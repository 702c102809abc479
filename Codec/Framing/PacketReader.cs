using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using Codec.Compat;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>Reads packets from a <see cref="PipeReader"/> or a <see cref="Stream"/>, in place, synchronously or asynchronously.</summary>
/// <remarks>
/// <para>
/// A declared size is validated as soon as the size field has been received. The reader therefore never waits for more than one packet of the
/// largest accepted size, and the memory that it uses for a stream grows with the bytes that were received, up to that size. Cancelling a read
/// loses nothing: the next read continues at the same offset.
/// </para>
/// <para>
/// One read at a time. Not thread-safe, but the reader may be disposed during a read that waits: the read then ends with the result of the pipe or
/// the stream, or with <see cref="ObjectDisposedException"/>. Reads allocate nothing, unless <see cref="ReadPacket"/> must wait for a pipe. Disposing completes
/// the pipe or closes the stream, unless they stay open. Bytes that were not read then stay in the pipe for its next reader.
/// </para>
/// <para>The reader is its own reusable task source, because an async method would allocate its state with each wait on netstandard.</para>
/// </remarks>
public sealed class PacketReader : IDisposable, IAsyncDisposable, IValueTaskSource<PacketReadResult>
{
    // The use of the pipe. Idle: no read uses the pipe. Reading: a read uses it, and may wait. CancelingRead: the reader was disposed during a read, and
    // DisposeAsync is cancelling the wait. A read that ends in this state does not complete the pipe, because the cancellation would reach the pipe's
    // next reader: DisposeAsync completes it. DisposedWhileReading: the wait was cancelled, and the read completes the pipe when it ends. Disposed: the
    // pipe is not used any more.
    private const int Idle = 0;
    private const int Reading = 1;
    private const int CancelingRead = 2;
    private const int DisposedWhileReading = 3;
    private const int Disposed = 4;

    private readonly PipeReader _pipe;
    private readonly bool _leaveOpen;

    // Set if the pipe is over a stream.
    private readonly StreamPipe? _streamPipe;

    // The stream that disposing closes.
    private readonly Stream? _stream;
    private readonly int _fastMaxPayloadSize;
    private readonly Action _continue;
    private SequenceCursor _cursor;
    private long _position;
    private long _packets;
    private ReceivedReport _reported;

    // The packet returned last: in the cursor's memory, or, if it spans segments, in the segment that it starts in.
    private int _version;
    private int _packetOffset;
    private int _packetLength;
    private uint _packetId;
    private bool _packetIsBehindCursor;
    private ReadOnlySequenceSegment<byte>? _behindSegment;
    private int _behindIndex;
    private int _use;
    private ManualResetValueTaskSourceCore<PacketReadResult> _source;
    private ConfiguredValueTaskAwaitable<ReadResult>.ConfiguredValueTaskAwaiter _pending;
    private CancellationToken _cancellation;

    // The packet at the cursor whose payload is incomplete, so that its header is measured only once.
    private PacketExtent _awaited;
    private bool _holdsBuffer;
    private bool _hasEnded;
    private bool _wasCanceled;

    // Whether a buffer is held that is neither the last one nor the result of a cancelled read.
    private bool _hasMoreToCome;

    /// <summary>Creates a reader over a pipe.</summary>
    /// <param name="pipe">The pipe. No other code may read it while the reader is used.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="leaveOpen">Whether disposing the reader leaves the pipe open.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pipe"/> is <see langword="null"/>.</exception>
    public PacketReader(PipeReader pipe, PacketFormat? format = null, bool leaveOpen = false)
    {
        if (pipe is null)
        {
            Throw.ArgumentNull(nameof(pipe));
        }

        _pipe = pipe;
        _streamPipe = pipe as StreamPipe;
        _leaveOpen = leaveOpen;
        Format = format ?? PacketFormat.Default;
        _fastMaxPayloadSize = Format.FastMaxPayloadSize;
        _continue = ContinueRead;
    }

    /// <summary>Creates a reader over a stream. It reads blocks of up to 64 KB from the stream.</summary>
    /// <param name="stream">The stream. It needs no buffer. No other code may read it while the reader is used.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="leaveOpen">Whether disposing the reader leaves the stream open.</param>
    /// <param name="pool">The pool of the reader's memory, or <see langword="null"/> to use <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be read from.</exception>
    public PacketReader(Stream stream, PacketFormat? format = null, bool leaveOpen = false, ArrayPool<byte>? pool = null)
        : this(PipeOver(stream, leaveOpen, pool), format)
    {
        _stream = leaveOpen ? null : stream;
    }

    /// <summary>Gets the packet format.</summary>
    public PacketFormat Format { get; }

    /// <summary>Gets why the stream is invalid, or <see cref="PacketError.None"/>.</summary>
    public PacketError Error { get; private set; }

    /// <summary>Gets a guess at what the rejected bytes are, after <see cref="Error"/> was set.</summary>
    public PacketHint Hint { get; private set; }

    /// <summary>Gets the size in bytes of all packets read so far: the offset of the next packet, or of the invalid one.</summary>
    public long Position => _position;

    /// <summary>Gets whether the reader counts the packets that it returns. A connection that counts them by id sets it to <see langword="false"/>.</summary>
    internal bool CountsPackets { get; init; } = true;

    /// <summary>Gets the version of the task source for the read that waits.</summary>
    internal short WaitVersion => _source.Version;

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
        TryReadFast(out uint packed, out int length)
            ? new ValueTask<PacketReadResult>(new PacketReadResult(this, _version))
            : ReadOtherAsync(packed, length, cancellationToken);

    /// <summary>Reads every packet up to the end of the stream. Each is valid until the next one is read.</summary>
    /// <returns>The packets. The enumeration ends if the stream ends at the end of a packet.</returns>
    /// <exception cref="InvalidPacketException">The stream is invalid, or ended inside a packet.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    /// <exception cref="OperationCanceledException">The pipe's pending read was cancelled.</exception>
    public IEnumerable<PacketReadResult> ReadAll()
    {
        while (true)
        {
            PacketReadResult result = ReadPacket();
            if (!HasPacket(result))
            {
                yield break;
            }

            yield return result;
        }
    }

    /// <summary>Reads every packet up to the end of the stream. Each is valid until the next one is read.</summary>
    /// <param name="cancellationToken">Cancels waiting. Received bytes remain for the next read.</param>
    /// <returns>The packets. The enumeration ends if the stream ends at the end of a packet.</returns>
    /// <exception cref="InvalidPacketException">The stream is invalid, or ended inside a packet.</exception>
    /// <exception cref="ObjectDisposedException">The reader was disposed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> or the pipe's pending read was cancelled.</exception>
    public async IAsyncEnumerable<PacketReadResult> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        while (true)
        {
            PacketReadResult result = await ReadPacketAsync(cancellationToken).ConfigureAwait(false);
            if (!HasPacket(result))
            {
                yield break;
            }

            yield return result;
        }
    }

    /// <summary>Returns whether an enumeration continues.</summary>
    private bool HasPacket(in PacketReadResult result)
    {
        switch (result.Status)
        {
            case PacketReadStatus.Packet:
                return true;
            case PacketReadStatus.Completed:
                return false;
            case PacketReadStatus.Canceled:
                throw new OperationCanceledException();
            default:
                throw new InvalidPacketException(result.Error, _position, Hint);
        }
    }

    private static StreamPipe PipeOver(Stream stream, bool leaveOpen, ArrayPool<byte>? pool)
    {
        StreamArguments.CheckReadable(stream, nameof(stream));
        int pieceStart = stream is FileStream ? StreamReadBuffer.AlignedPieceStart : 0;
        return new StreamPipe(stream, pool ?? ArrayPool<byte>.Shared, pieceStart, waitingLength: 0, resumesReads: false, isCancelable: leaveOpen);
    }

    /// <summary>Takes the next packet if it is in the default format and all of it is in the current segment.</summary>
    /// <param name="packed">The header's 32 bits, or 0 if the header is incomplete.</param>
    /// <param name="length">The packet's length according to the header, not validated; 0 if the header is incomplete.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryReadFast(out uint packed, out int length)
    {
        int offset = _cursor.Offset;
        if (!PacketDecoder.TryReadFast(_cursor.Memory.Span.Slice(offset), _fastMaxPayloadSize, out packed, out length))
        {
            return false;
        }

        _packetOffset = offset;
        _packetLength = length;
        _packetId = packed >> 16;
        _packetIsBehindCursor = false;
        _cursor.Offset = offset + length;
        _position += length;
        _packets++;
        _version++;
        return true;
    }

    internal SequencePacket GetPacket(int version)
    {
        if (version != _version)
        {
            Throw.PacketIsGone();
        }

        return _packetIsBehindCursor
            ? new SequencePacket(
                _behindSegment!.Memory.Span.Slice(_behindIndex), _behindSegment, _behindIndex, _packetLength, _packetId, Format.HeaderSize)
            : new SequencePacket(
                _cursor.Memory.Span.Slice(_packetOffset, _packetLength),
                _cursor.Owner,
                _cursor.OwnerIndex + _packetOffset,
                _packetLength,
                _packetId,
                Format.HeaderSize);
    }

    /// <inheritdoc/>
    PacketReadResult IValueTaskSource<PacketReadResult>.GetResult(short token) => _source.GetResult(token);

    /// <inheritdoc/>
    ValueTaskSourceStatus IValueTaskSource<PacketReadResult>.GetStatus(short token) => _source.GetStatus(token);

    /// <inheritdoc/>
    void IValueTaskSource<PacketReadResult>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);

    /// <summary>Reads a packet that the fast path did not take.</summary>
    private PacketReadResult ReadOther()
    {
        if (_use != Idle)
        {
            RefuseRead();
        }

        _version++;
        if (TryTakePacket(out _))
        {
            return new PacketReadResult(this, _version);
        }

        BeginRead();
        PacketReadResult result = default;
        Exception? failure = null;
        try
        {
            while (!TryTake(out result))
            {
                ReleaseIncomplete();
                Accept(_streamPipe is not null ? _streamPipe.Read() : _pipe.ReadAsync().AsTask().GetAwaiter().GetResult());
            }
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        if (!TryEndRead())
        {
            failure = EndDisposedReadAsync(failure, result.HasPacket).GetAwaiter().GetResult();
        }

        if (failure is not null)
        {
            Throw.Again(failure);
        }

        return result;
    }

    /// <summary>Reads a packet that the fast path did not take.</summary>
    /// <param name="packed">The header's 32 bits, or 0 if the header is incomplete.</param>
    /// <param name="length">The packet's length according to the header, not validated; 0 if the header is incomplete.</param>
    /// <param name="cancellationToken">Cancels waiting.</param>
    private ValueTask<PacketReadResult> ReadOtherAsync(uint packed, int length, CancellationToken cancellationToken)
    {
        if (_use != Idle)
        {
            RefuseRead();
        }

        _version++;

        // The usual case of a busy connection: the buffer ends inside a packet whose header is valid. The pipe's next buffer begins with that packet.
        if (length > 0 && (ushort)packed <= _fastMaxPayloadSize && _hasMoreToCome && _cursor.IsInLastSegment && !cancellationToken.IsCancellationRequested)
        {
            BeginRead();
            _awaited = PacketExtent.PayloadMissing(packed >> 16, length);
            if (!TryReadPipe(cancellationToken))
            {
                return WaitAsync(cancellationToken);
            }

            if (length <= _cursor.Remaining)
            {
                Take(length, packed >> 16);
                return EndRead(new PacketReadResult(this, _version), failure: null);
            }
        }
        else
        {
            if (TryTakePacket(out _))
            {
                return new ValueTask<PacketReadResult>(new PacketReadResult(this, _version));
            }

            if (cancellationToken.IsCancellationRequested)
            {
                return new ValueTask<PacketReadResult>(Task.FromCanceled<PacketReadResult>(cancellationToken));
            }

            BeginRead();
        }

        return TryRead(cancellationToken, out PacketReadResult result, out Exception? failure) ? EndRead(result, failure) : WaitAsync(cancellationToken);
    }

    /// <summary>
    /// Begins to use the pipe. A call that disposes the reader then leaves the pipe to the read. If it completed the pipe, the read would see a normal
    /// end of the stream.
    /// </summary>
    private void BeginRead()
    {
        if (Interlocked.CompareExchange(ref _use, Reading, Idle) != Idle)
        {
            RefuseRead();
        }
    }

    /// <summary>Ends the use of the pipe, unless the reader was disposed meanwhile.</summary>
    private bool TryEndRead() => Interlocked.CompareExchange(ref _use, Idle, Reading) == Reading;

    /// <summary>Ends a read that did not wait.</summary>
    private ValueTask<PacketReadResult> EndRead(in PacketReadResult result, Exception? failure)
    {
        if (!TryEndRead())
        {
            _source.Reset();
            _ = FailDisposedReadAsync(failure, result.HasPacket);
            return new ValueTask<PacketReadResult>(this, _source.Version);
        }

        return failure is null
            ? new ValueTask<PacketReadResult>(result)
            : new ValueTask<PacketReadResult>(Task.FromException<PacketReadResult>(failure));
    }

    private ValueTask<PacketReadResult> WaitAsync(CancellationToken cancellationToken)
    {
        _cancellation = cancellationToken;
        _source.Reset();
        ContinueLater();
        return new ValueTask<PacketReadResult>(this, _source.Version);
    }

    /// <summary>Continues when the pending read has ended. A stream's pipe is skipped, which would only forward the stream's call.</summary>
    private void ContinueLater()
    {
        if (_streamPipe is { IsWaiting: true })
        {
            _streamPipe.ContinueWith(_continue);
        }
        else
        {
            _pending.UnsafeOnCompleted(_continue);
        }
    }

    private void ContinueRead()
    {
        PacketReadResult result = default;
        Exception? failure = null;
        try
        {
            Accept(_pending.GetResult());
        }
        catch (Exception exception)
        {
            // The awaiting caller gets every exception of the pipe.
            failure = exception;
        }

        if (failure is null && !TryRead(_cancellation, out result, out failure))
        {
            ContinueLater();
        }
        else if (!TryEndRead())
        {
            _ = FailDisposedReadAsync(failure, result.HasPacket);
        }
        else if (failure is not null)
        {
            _source.SetException(failure);
        }
        else
        {
            _source.SetResult(result);
        }
    }

    /// <summary>Reads until there is a result or a failure, or until the pipe must be waited for.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryRead(CancellationToken cancellationToken, out PacketReadResult result, out Exception? failure)
    {
        failure = null;
        result = default;
        try
        {
            while (!TryTake(out result))
            {
                if (!TryReadPipe(cancellationToken))
                {
                    return false;
                }
            }
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        return true;
    }

    /// <summary>Returns the buffer to the pipe, and reads the pipe.</summary>
    /// <returns><see langword="false"/> if the pipe must be waited for, or failed: the pending read then has the exception.</returns>
    private bool TryReadPipe(CancellationToken cancellationToken)
    {
#pragma warning disable CA2012 // The result is taken once: here or in ContinueRead.
        ValueTask<ReadResult> read;
        try
        {
            ReleaseIncomplete();
            read = _pipe.ReadAsync(cancellationToken);
            if (read.IsCompletedSuccessfully)
            {
                Accept(read.Result);
                return true;
            }
        }
        catch (Exception exception)
        {
            read = new ValueTask<ReadResult>(Task.FromException<ReadResult>(exception));
        }

        _pending = read.ConfigureAwait(false).GetAwaiter();
        return false;
#pragma warning restore CA2012
    }

    private void Accept(in ReadResult read)
    {
        _cursor.MoveTo(read.Buffer);
        _holdsBuffer = true;
        _hasEnded = read.IsCompleted;
        _wasCanceled = read.IsCanceled;
        _hasMoreToCome = !read.IsCompleted && !read.IsCanceled;
    }

    /// <summary>Takes the next packet, the end or an error from the buffer. A reader that was disposed meanwhile takes the end.</summary>
    /// <returns><see langword="false"/> if more bytes are needed.</returns>
    private bool TryTake(out PacketReadResult result)
    {
        result = default;
        if (Error != PacketError.None)
        {
            result = new PacketReadResult(PacketReadStatus.Invalid, Error);
        }
        else if (Volatile.Read(ref _use) != Reading)
        {
            return true;
        }
        else if (TryTakePacket(out PacketExtent extent))
        {
            result = new PacketReadResult(this, _version);
        }
        else if (extent.Status == (byte)OperationStatus.InvalidData || (_hasEnded && _cursor.Remaining > 0))
        {
            result = Fail(extent.Error);
        }
        else if (_hasEnded && _holdsBuffer)
        {
            Report();
            result = new PacketReadResult(PacketReadStatus.Completed, PacketError.None);
        }
        else if (_wasCanceled)
        {
            _wasCanceled = false;
            result = new PacketReadResult(PacketReadStatus.Canceled, PacketError.None);
        }
        else
        {
            _awaited = extent;
            return false;
        }

        return true;
    }

    /// <summary>Takes the next packet from the buffer.</summary>
    /// <param name="extent">The size of the packet that is not complete, or why it is invalid.</param>
    private bool TryTakePacket(out PacketExtent extent)
    {
        extent = _awaited;
        if (!_holdsBuffer)
        {
            return false;
        }

        if (extent.Length == 0)
        {
            extent = _cursor.Measure(Format);
        }

        if (extent.Length == 0 || extent.Length > _cursor.Remaining)
        {
            return false;
        }

        Take(extent.Length, extent.Id);
        return true;
    }

    /// <summary>Makes the complete packet at the cursor the current packet.</summary>
    private void Take(int length, uint id)
    {
        _awaited = default;
        _packetLength = length;
        _packetId = id;
        _position += length;
        _packets++;
        _cursor.PassEnd();
        int offset = _cursor.Offset;
        _packetIsBehindCursor = length > _cursor.Memory.Length - offset;
        if (_packetIsBehindCursor)
        {
            _behindSegment = _cursor.Segment;
            _behindIndex = _cursor.OwnerIndex + offset;
            _cursor.Advance(length);
            return;
        }

        _packetOffset = offset;
        _cursor.Offset = offset + length;
    }

    private PacketReadResult Fail(PacketError error)
    {
        Hint = _cursor.Guess(Format, error, _position);
        Error = error;
        LeaveRest();
        PacketCounters.CountError(error);
        return new PacketReadResult(PacketReadStatus.Invalid, error);
    }

    /// <summary>Returns the buffer to the pipe. Packets that were read are consumed.</summary>
    /// <param name="leavesRest">
    /// Whether the remaining bytes are not examined, so that another reader gets them at once. Otherwise, they are examined.
    /// </param>
    private void Release(bool leavesRest = false)
    {
        if (_holdsBuffer)
        {
            _holdsBuffer = false;
            SequencePosition consumed = new(_cursor.Owner, _cursor.OwnerIndex + _cursor.Offset);
            SequencePosition examined = leavesRest ? consumed : _cursor.End;
            _hasMoreToCome = false;
            _cursor = default;
            _behindSegment = null;
            _pipe.AdvanceTo(consumed, examined);
        }

        Report();
    }

    /// <summary>
    /// Returns the buffer for the last time. The bytes that were not read are not examined, so the pipe's next reader gets them at once.
    /// </summary>
    private void LeaveRest() => Release(leavesRest: true);

    private void Report()
    {
        if (CountsPackets)
        {
            _reported.Advance(_packets, _position);
        }
    }

    /// <summary>
    /// Returns a buffer that ends inside a packet, and sets the length of that packet, up to which the memory of a stream's pipe may grow.
    /// </summary>
    private void ReleaseIncomplete()
    {
        Release();
        if (_streamPipe is not null)
        {
            _streamPipe.Needed = _awaited.Length;
        }
    }

    /// <summary>Completes the pipe or closes the stream, unless it stays open. The last packet is no longer valid.</summary>
    /// <remarks>
    /// A read that waits is cancelled if possible. It completes the pipe when it ends; until then, the stream may write to the memory.
    /// </remarks>
    /// <returns>A task that ends when the pipe is completed or its read is cancelled, and the stream is closed.</returns>
    public async ValueTask DisposeAsync()
    {
        int use;
        do
        {
            use = Volatile.Read(ref _use);
            if (use > Reading)
            {
                return;
            }
        }
        while (Interlocked.CompareExchange(ref _use, use == Idle ? Disposed : CancelingRead, use) != use);

        try
        {
            if (use == Idle)
            {
                await CompleteAsync().ConfigureAwait(false);
            }
            else
            {
                try
                {
                    _pipe.CancelPendingRead();
                }
                finally
                {
                    use = Interlocked.CompareExchange(ref _use, DisposedWhileReading, CancelingRead);
                }

                if (use == Disposed)
                {
                    // The read ended during the cancellation, and did not complete the pipe.
                    await CompleteAfterCancelingAsync().ConfigureAwait(false);
                }
            }
        }
        finally
        {
            // A read that cannot be cancelled ends when its stream is closed.
            if (_stream is not null)
            {
                await StreamArrays.DisposeAsync(_stream).ConfigureAwait(false);
            }
        }
    }

    /// <inheritdoc cref="DisposeAsync" path="/summary"/>
    /// <inheritdoc cref="DisposeAsync" path="/remarks"/>
    public void Dispose() => DisposeAsync().AsTask().GetAwaiter().GetResult();

    private void RefuseRead()
    {
        if (_use == Reading)
        {
            Throw.ReadInProgress();
        }

        Throw.Disposed(nameof(PacketReader));
    }

    private async Task FailDisposedReadAsync(Exception? failure, bool hasPacket) =>
        _source.SetException(await EndDisposedReadAsync(failure, hasPacket).ConfigureAwait(false));

    /// <summary>Ends a read whose reader was disposed meanwhile.</summary>
    /// <param name="failure">The exception of the pipe, if any.</param>
    /// <param name="hasPacket">Whether the read took a packet. No caller gets it.</param>
    /// <returns>The exception for the caller of the read.</returns>
    private async Task<Exception> EndDisposedReadAsync(Exception? failure, bool hasPacket)
    {
        try
        {
            if (hasPacket)
            {
                PutBack();
            }

            if (Interlocked.CompareExchange(ref _use, Disposed, CancelingRead) == DisposedWhileReading)
            {
                _use = Disposed;
                await CompleteAfterCancelingAsync().ConfigureAwait(false);
            }
        }
        catch (Exception exception)
        {
            // The caller that disposed the reader does not wait for this. The caller of the read gets the exception.
            failure ??= exception;
        }

        return failure ?? new ObjectDisposedException(nameof(PacketReader));
    }

    /// <summary>Makes the packet that was taken last the next packet again.</summary>
    private void PutBack()
    {
        _position -= _packetLength;
        _packets--;
        if (_packetIsBehindCursor)
        {
            _cursor.Owner = _behindSegment;
            _cursor.OwnerIndex = _behindIndex;
            _cursor.Offset = 0;
        }
        else
        {
            _cursor.Offset = _packetOffset;
        }
    }

    private async ValueTask CompleteAfterCancelingAsync()
    {
        await CompleteAsync().ConfigureAwait(false);

        // If the read ended with data, its cancellation is still pending in the pipe. The next read of the pipe consumes it.
        if (_leaveOpen && _pipe.TryRead(out ReadResult rest))
        {
            _pipe.AdvanceTo(rest.Buffer.Start);
        }
    }

    /// <summary>Completes or leaves the pipe. Its memory is not used any more.</summary>
    private ValueTask CompleteAsync()
    {
        _version++;
        if (_leaveOpen)
        {
            LeaveRest();
            return default;
        }

        _holdsBuffer = false;
        _hasMoreToCome = false;
        _cursor = default;
        _behindSegment = null;
        Report();
        return _pipe.CompleteAsync();
    }
}
