namespace Codec.Framing;

/// <summary>A stream, which is read in blocks into one pooled array.</summary>
internal sealed class StreamInput : PacketInput
{
    private readonly Stream _stream;

    // Only for the reads of a connection.
    private readonly StreamReads _reads;
    private readonly ReceiveProgress? _progress;
    private readonly bool _leaveOpen;

    // Cancels a read that waits, if the stream stays open. A stream that is closed ends its reads itself.
    private readonly CancellationTokenSource? _cancellation;
    private ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter _pending;
    private StreamReadBuffer _buffer;

    /// <summary>Creates the input of a reader.</summary>
    internal StreamInput(Stream stream, bool leaveOpen, ArrayPool<byte> pool)
    {
        StreamArguments.CheckReadable(stream, nameof(stream));
        _stream = stream;
        _leaveOpen = leaveOpen;
        _cancellation = leaveOpen ? new CancellationTokenSource() : null;
        _buffer = new StreamReadBuffer(pool, stream is FileStream ? StreamReadBuffer.AlignedPieceStart : 0);
    }

    /// <summary>
    /// Creates the input of a connection, which closes the stream. If the stream cannot cancel reads, a cancelled read continues, and the next read gets its
    /// bytes. On netstandard, this is always so, because sockets ignore the token.
    /// </summary>
    internal StreamInput(Stream stream, ReceiveProgress progress, ArrayPool<byte> pool, bool cancels = true)
    {
        _stream = stream;
        _reads = new StreamReads(stream, cancels);
        _progress = progress;
        _leaveOpen = true;
        _buffer = new StreamReadBuffer(pool, pieceStart: 0, StreamReadBuffer.WaitingLength);
    }

    /// <remarks>Must not be called if cancelled reads continue.</remarks>
    internal override void Read(int needed)
    {
        int room = MakeRoom(needed);
        Accept(_stream.Read(_buffer.Bytes, _buffer.End, room));
    }

    internal override bool TryRead(int needed, CancellationToken cancellationToken)
    {
        // A cancelled read continues, into the same memory.
        bool resumesReads = _progress is not null;
        int room = resumesReads && _reads.IsPending ? _buffer.Room : MakeRoom(needed);
        if (_cancellation is not null && !cancellationToken.CanBeCanceled)
        {
            cancellationToken = _cancellation.Token;
        }

        _progress?.IsWaiting = true;
        try
        {
#pragma warning disable CA2012 // The result is taken once, by Receive.
            ValueTask<int> read = resumesReads
                ? _reads.ReadAsync(_buffer.Bytes, _buffer.End, room, cancellationToken)
                : StreamArrays.ReadAsync(_stream, _buffer.Bytes, _buffer.End, room, cancellationToken);
            _pending = read.ConfigureAwait(false).GetAwaiter();
#pragma warning restore CA2012
        }
        catch
        {
            _progress?.IsWaiting = false;
            throw;
        }

        if (!_pending.IsCompleted)
        {
            return false;
        }

        Receive();
        return true;
    }

    internal override void ContinueWith(Action continuation) => _pending.UnsafeOnCompleted(continuation);

    internal override void EndRead()
    {
        _progress?.EndWait();
        Receive();
    }

    internal override void Cancel() => _cancellation?.Cancel();

    internal override ValueTask CompleteAsync(bool wasCanceled)
    {
        Window = default;
        if (_reads.IsPending)
        {
            // The pending read may still write to the array, so the array is not returned.
            _reads.Abandon();
        }
        else
        {
            _buffer.Return();
        }

        return default;
    }

    internal override ValueTask CloseAsync() => _leaveOpen ? default : StreamArrays.DisposeAsync(_stream);

    private int MakeRoom(int needed)
    {
        _buffer.Consume(Window.Start - _buffer.Start);
        int room = _buffer.MakeRoom(Math.Max(needed, _buffer.Count + 1));
        ShowBuffer();
        return room;
    }

    private void Receive()
    {
        _progress?.IsWaiting = false;
        try
        {
            Accept(_pending.GetResult());
        }
        catch (OperationCanceledException) when (_cancellation is { IsCancellationRequested: true })
        {
            // The reader was disposed, which ends the read.
        }
    }

    private void Accept(int count)
    {
        _buffer.Filled(count);
        HasEnded = count == 0;
        _progress?.Add(_buffer.Bytes.AsSpan(_buffer.End - count, count));
        ShowBuffer();
    }

    private void ShowBuffer() => Window = new ReadWindow(_buffer.Bytes, _buffer.Start, _buffer.End);
}
