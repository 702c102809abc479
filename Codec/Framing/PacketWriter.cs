using Codec.Packets;

namespace Codec.Framing;

/// <summary>Writes packets to a <see cref="PipeWriter"/> or a <see cref="Stream"/>, synchronously or asynchronously. One flush can send many packets.</summary>
/// <remarks>
/// <para>
/// Packets are collected until a flush. Over a stream, they are collected in a buffer of 64 KB: if it is full, <c>Write</c> sends them synchronously and
/// <c>WriteAsync</c> asynchronously. Over a pipe, <c>Write</c> never waits: the pipe's memory grows until the next flush.
/// </para>
/// <para>
/// If sending fails or is cancelled, a part of a packet may have been sent. The writer is poisoned: every later call throws, and the connection must
/// be closed. The writer never sends the same bytes twice, and never resumes inside a packet. A message that cannot be written does not poison the writer.
/// </para>
/// <para>
/// Not thread-safe. While a task of the writer has not ended, every other call throws <see cref="InvalidOperationException"/>. Nothing is
/// allocated per packet.
/// </para>
/// </remarks>
public sealed class PacketWriter : IDisposable, IAsyncDisposable
{
    private readonly PacketOutput _output;
    private long _unflushedPackets;
    private Exception? _failure;
    private bool _isDisposed;

    // Set while a message writes its payload, because it cannot write another packet into the same memory.
    private bool _isWriting;

    // Set while the destination reads the memory.
    private bool _isSending;

    // Set if the last flush found that the pipe's reader is completed.
    private bool _isUnread;

    /// <summary>Creates a writer over a pipe.</summary>
    /// <param name="pipe">The pipe. No other code may write to it while the writer is used.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="leaveOpen">Whether disposing the writer leaves the pipe open, with the bytes that were not flushed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pipe"/> is <see langword="null"/>.</exception>
    public PacketWriter(PipeWriter pipe, PacketFormat? format = null, bool leaveOpen = false)
    {
        Throw.IfNull(pipe, nameof(pipe));

        _output = new PipeOutput(pipe, leaveOpen);
        Format = format ?? PacketFormat.Default;
    }

    /// <summary>Creates a writer over a stream.</summary>
    /// <param name="stream">The stream. It needs no buffer. No other code may write to it while the writer is used.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="leaveOpen">Whether disposing the writer leaves the stream open.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="stream"/> cannot be written to.</exception>
    public PacketWriter(Stream stream, PacketFormat? format = null, bool leaveOpen = false)
    {
        StreamArguments.CheckWritable(stream, nameof(stream));
        _output = new StreamOutput(stream, leaveOpen);
        Format = format ?? PacketFormat.Default;
    }

    /// <summary>Gets the packet format.</summary>
    public PacketFormat Format { get; }

    /// <summary>Gets the number of bytes that were written and not sent yet.</summary>
    public long UnflushedBytes { get; private set; }

    /// <summary>Gets whether sending failed, so that the connection must be closed.</summary>
    public bool IsPoisoned => _failure is not null;

    /// <summary>Writes a message with its header.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <exception cref="ArgumentNullException">The message is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">
    /// The message cannot be written (the exception says why): nothing was written. Or the writer is poisoned, a flush has not ended, or the message or the
    /// stream that is being written calls the method.
    /// </exception>
    /// <exception cref="IOException">The stream failed. The stream may throw other exceptions. The writer is poisoned.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public void Write<TPacket>(in TPacket packet)
        where TPacket : IPacket
    {
        BeginWriting(packet);
        try
        {
            if (PacketEncoder.TryEncode(_output.Free, packet, Format, out int size))
            {
                _output.Memory.Advance(size);
            }
            else
            {
                SendIfBounded();
                size = PacketEncoder.Write(_output.Memory, packet, Format);
            }

            Count(size);
        }
        finally
        {
            _isWriting = false;
        }
    }

    /// <summary>Writes a packet.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload, which is copied.</param>
    /// <inheritdoc cref="Write{TPacket}(in TPacket)" path="/exception"/>
    public void Write(uint id, ReadOnlySpan<byte> payload)
    {
        BeginWriting();
        try
        {
            if (PacketEncoder.Encode(_output.Free, id, payload, Format, out int size) == OperationStatus.Done)
            {
                _output.Memory.Advance(size);
            }
            else
            {
                SendIfBounded();
                size = PacketEncoder.Write(_output.Memory, id, payload, Format);
            }

            Count(size);
        }
        finally
        {
            _isWriting = false;
        }
    }

    /// <summary>Writes a message with its header. Waits only if earlier packets must be sent first.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It must not change until the task ends.</param>
    /// <param name="cancellationToken">Cancels the sending of earlier packets, which poisons the writer. The packet is not written then.</param>
    /// <returns>A task that ends when the packet was written. Until then, the writer rejects every other call.</returns>
    /// <inheritdoc cref="Write{TPacket}(in TPacket)" path="/exception"/>
    /// <exception cref="OperationCanceledException">The sending was cancelled.</exception>
    public ValueTask WriteAsync<TPacket>(in TPacket packet, CancellationToken cancellationToken = default)
        where TPacket : IPacket
    {
        BeginWriting(packet);
        try
        {
            if (PacketEncoder.TryEncode(_output.Free, packet, Format, out int size))
            {
                _output.Memory.Advance(size);
                Count(size);
                return default;
            }
        }
        finally
        {
            _isWriting = false;
        }

        return WriteAfterSendingAsync(packet, cancellationToken);
    }

    private async ValueTask WriteAfterSendingAsync<TPacket>(TPacket packet, CancellationToken cancellationToken)
        where TPacket : IPacket
    {
        await SendEarlierAsync(cancellationToken).ConfigureAwait(false);
        Write(packet);
    }

    /// <summary>Writes a packet. Waits only if earlier packets must be sent first.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload, which is copied; it must not change until the task ends.</param>
    /// <param name="cancellationToken">Cancels the sending of earlier packets, which poisons the writer. The packet is not written then.</param>
    /// <returns>A task that ends when the packet was written. Until then, the writer rejects every other call.</returns>
    /// <inheritdoc cref="Write{TPacket}(in TPacket)" path="/exception"/>
    /// <exception cref="OperationCanceledException">The sending was cancelled.</exception>
    public ValueTask WriteAsync(uint id, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken = default)
    {
        BeginWriting();
        try
        {
            if (PacketEncoder.Encode(_output.Free, id, payload.Span, Format, out int size) == OperationStatus.Done)
            {
                _output.Memory.Advance(size);
                Count(size);
                return default;
            }
        }
        finally
        {
            _isWriting = false;
        }

        return WriteAfterSendingAsync(id, payload, cancellationToken);
    }

    private async ValueTask WriteAfterSendingAsync(uint id, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken)
    {
        await SendEarlierAsync(cancellationToken).ConfigureAwait(false);
        Write(id, payload.Span);
    }

    /// <summary>Sends the collected packets, and blocks until the destination has them.</summary>
    /// <inheritdoc cref="FlushAsync" path="/remarks"/>
    /// <inheritdoc cref="FlushAsync" path="/returns"/>
    /// <inheritdoc cref="FlushAsync" path="/exception"/>
    public bool Flush() => Send(isFlush: true);

    /// <summary>Sends the collected packets.</summary>
    /// <param name="cancellationToken">Cancels the sending, and poisons the writer, because a part of a packet may have been sent.</param>
    /// <returns>
    /// <see langword="false"/> if the pipe's reader is completed: the flushed packets did not arrive and are not counted as sent. Later packets do not arrive
    /// either. <see langword="true"/> for every stream.
    /// </returns>
    /// <remarks>
    /// After <see cref="PipeWriter.CancelPendingFlush"/>, the flush throws <see cref="OperationCanceledException"/>, and
    /// <see cref="IsPoisoned"/> says whether the writer can still be used. A <see cref="Pipe"/> has taken all bytes by then: they are counted
    /// as sent, their reader receives them, and the next flush sends later packets. Another pipe that has unflushed bytes, or cannot report them, may have sent
    /// a part of a packet: the writer is poisoned.
    /// </remarks>
    /// <exception cref="InvalidOperationException">
    /// The writer is poisoned, another flush has not ended, or the message or the stream that is being written calls the method.
    /// </exception>
    /// <exception cref="IOException">The stream failed. The stream may throw other exceptions. The writer is poisoned.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    /// <exception cref="OperationCanceledException">
    /// The flush was cancelled by <see cref="PipeWriter.CancelPendingFlush"/> or, in <see cref="FlushAsync"/>, by the token.
    /// </exception>
    public ValueTask<bool> FlushAsync(CancellationToken cancellationToken = default) => SendAsync(isFlush: true, cancellationToken);

    /// <summary>Closes the destination, unless it stays open. Packets for a stream are sent first, unless sending failed before. A pipe is completed.</summary>
    /// <remarks>
    /// Call <see cref="Flush"/> or <see cref="FlushAsync"/> first to learn whether everything was sent. If sending failed before, an error of closing the
    /// stream is ignored.
    /// </remarks>
    /// <exception cref="IOException">The stream failed. The stream may throw other exceptions.</exception>
    /// <exception cref="InvalidOperationException">
    /// A flush has not ended, or the message or the stream that is being written calls the method. The writer stays as it is.
    /// </exception>
    public void Dispose() => CloseAsync(isAsync: false).AsTask().GetAwaiter().GetResult();

    /// <inheritdoc cref="Dispose"/>
    /// <returns>A task that ends when the destination is closed.</returns>
    public ValueTask DisposeAsync() => CloseAsync(isAsync: true);

    private async ValueTask CloseAsync(bool isAsync)
    {
        if (BeginDisposing())
        {
            try
            {
                if (await _output.CloseAsync(_failure, isAsync).ConfigureAwait(false))
                {
                    CountSent();
                }
            }
            finally
            {
                _isSending = false;
            }
        }
    }

    private bool BeginDisposing()
    {
        if (_isDisposed && !_isSending)
        {
            return false;
        }

        CheckIdle();
        _isDisposed = true;
        _isSending = true;
        return true;
    }

    private void BeginWriting<TPacket>(in TPacket packet)
    {
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        BeginWriting();
    }

    private void BeginWriting()
    {
        CheckUsable();
        _isWriting = true;
    }

    private void SendIfBounded()
    {
        if (_output.IsBounded && UnflushedBytes != 0)
        {
            _isWriting = false;
            Send(isFlush: false);
            _isWriting = true;
        }
    }

    private ValueTask<bool> SendEarlierAsync(CancellationToken cancellationToken) =>
        UnflushedBytes == 0 ? new ValueTask<bool>(true) : SendAsync(isFlush: false, cancellationToken);

    private bool Send(bool isFlush)
    {
        CheckUsable();
        FlushResult result;
        _isSending = true;
        try
        {
            result = _output.Send(isFlush);
        }
        catch (Exception exception)
        {
            _failure = exception;
            throw;
        }
        finally
        {
            _isSending = false;
        }

        return Accept(result);
    }

    private async ValueTask<bool> SendAsync(bool isFlush, CancellationToken cancellationToken)
    {
        CheckUsable();
        FlushResult result;
        _isSending = true;
        try
        {
            result = await _output.SendAsync(isFlush, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            _failure = exception;
            throw;
        }
        finally
        {
            _isSending = false;
        }

        return Accept(result);
    }

    private bool Accept(FlushResult result)
    {
        _isUnread = result.IsCompleted;
        CountSent();
        if (result.IsCanceled && !result.IsCompleted)
        {
            Throw.PipeFlushCanceled();
        }

        return !result.IsCompleted;
    }

    private void Count(int bytes)
    {
        UnflushedBytes += bytes;
        _unflushedPackets++;
    }

    private void CountSent()
    {
        (long packets, long bytes) = (_unflushedPackets, UnflushedBytes);

        // First, because a listener of the counters may dispose the writer.
        _unflushedPackets = 0;
        UnflushedBytes = 0;
        if (!_isUnread)
        {
            PacketCounters.CountSent(packets, bytes);
        }
    }

    private void CheckIdle()
    {
        if (_isSending)
        {
            Throw.FlushInProgress();
        }

        if (_isWriting)
        {
            Throw.PacketInProgress();
        }
    }

    private void CheckUsable()
    {
        CheckIdle();
        if (_isDisposed)
        {
            Throw.Disposed(nameof(PacketWriter));
        }

        if (_failure is not null)
        {
            Throw.WriterPoisoned(_failure);
        }
    }
}
