using System;
using System.Buffers;
using System.IO;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using Codec.Compat;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>Reads a stream as a pipe, synchronously or asynchronously, through one pooled array. It leaves the stream open.</summary>
/// <remarks>
/// The object is its own reusable task source, which forwards the stream's read. Waiting allocates nothing, and the reader continues on the thread
/// that completed the stream's read. Each wait must be awaited once. Other threads may read <see cref="Received"/> and <see cref="IsWaiting"/>.
/// </remarks>
internal sealed class StreamPipe : PipeReader, IValueTaskSource<ReadResult>
{
    private readonly Stream _stream;
    private readonly StreamReads _reads;
    private readonly ArrayPool<byte> _pool;
    private readonly int _pieceStart;
    private readonly int _waitingLength;
    private readonly bool _resumesReads;
    private readonly Action _continue;

    // Cancels a read that waits, if the stream stays open. A stream that is closed ends its reads itself.
    private readonly CancellationTokenSource? _cancellation;

    // The first bytes of the stream. If the first packet is invalid, the protocol is guessed from them.
    private readonly byte[] _first = new byte[PacketFormat.LargestHeaderSize];
    private ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter _pending;
    private Action<object?>? _continuation;
    private object? _state;
    private StreamReadBuffer _buffer;
    private bool _hasBuffer;
    private bool _isExamined = true;
    private bool _isCompleted;
    private long _received;
    private bool _isWaiting;
    private long? _waitEnd;

    /// <summary>Creates a pipe that rents its array with the first read.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="pool">The pool of the array.</param>
    /// <param name="pieceStart">See <see cref="StreamReadBuffer(ArrayPool{byte}, int, int)"/>.</param>
    /// <param name="waitingLength">See <see cref="StreamReadBuffer(ArrayPool{byte}, int, int)"/>.</param>
    /// <param name="resumesReads">
    /// Whether a cancelled read continues, and the next read gets its bytes, on targets whose sockets ignore the token (netstandard). Otherwise, the
    /// stream gets the token.
    /// </param>
    /// <param name="isCancelable">Whether <see cref="CancelPendingRead"/> ends a read that was begun without a token.</param>
    internal StreamPipe(Stream stream, ArrayPool<byte> pool, int pieceStart, int waitingLength, bool resumesReads, bool isCancelable)
    {
        _resumesReads = resumesReads;
        _stream = stream;
        _reads = new StreamReads(stream);
        _pool = pool;
        _pieceStart = pieceStart;
        _waitingLength = waitingLength;
        _continue = Continue;
        _cancellation = isCancelable ? new CancellationTokenSource() : null;
    }

    /// <summary>Gets the number of bytes received so far.</summary>
    internal long Received => Volatile.Read(ref _received);

    /// <summary>Gets whether a read is waiting for the stream.</summary>
    internal bool IsWaiting => Volatile.Read(ref _isWaiting);

    /// <summary>Gets the clock of <see cref="TakeWaitEnd"/>, or <see langword="null"/> if that method is not called.</summary>
    internal TimeProvider? Clock { get; init; }

    /// <summary>Gets or sets the length of the packet that is being read, in bytes, or 0 if it is unknown. The array grows up to this.</summary>
    internal int Needed { get; set; }

    /// <summary>Guesses the protocol from the first bytes. Thread-safe.</summary>
    internal PacketHint Guess(PacketFormat format) => PacketHints.Guess(_first.AsSpan(0, (int)Math.Min(Received, _first.Length)), format);

    /// <summary>Returns the received bytes from a position on. Called by the reading thread, before the next read.</summary>
    /// <param name="position">The offset of the first byte in the stream. This byte has not been released by <c>AdvanceTo</c>.</param>
    internal ReadOnlySpan<byte> GetBytesFrom(long position)
    {
        int count = (int)Math.Min(Math.Max(_received - position, 0), _buffer.End);
        return _buffer.Bytes.AsSpan(_buffer.End - count, count);
    }

    /// <summary>Waits for bytes and blocks the thread. Must not be called if cancelled reads continue.</summary>
    internal ReadResult Read()
    {
        if (TryRead(out ReadResult result))
        {
            return result;
        }

        int room = MakeRoom();
        Volatile.Write(ref _isWaiting, true);
        try
        {
            return Accept(_stream.Read(_buffer.Bytes, _buffer.End, room));
        }
        finally
        {
            Volatile.Write(ref _isWaiting, false);
        }
    }

    public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
    {
        if (TryRead(out ReadResult result))
        {
            return new ValueTask<ReadResult>(result);
        }

        // A cancelled read continues, into the same memory.
        int room = _reads.IsPending ? _buffer.Room : MakeRoom();
        if (_cancellation is not null && !cancellationToken.CanBeCanceled)
        {
            cancellationToken = _cancellation.Token;
        }

        Volatile.Write(ref _isWaiting, true);
        try
        {
#pragma warning disable CA2012 // The result is taken once, by Receive: here or in GetResult.
            ValueTask<int> read = _resumesReads
                ? _reads.ReadAsync(_buffer.Bytes, _buffer.End, room, cancellationToken)
                : StreamArrays.ReadAsync(_stream, _buffer.Bytes, _buffer.End, room, cancellationToken);
            _pending = read.ConfigureAwait(false).GetAwaiter();
#pragma warning restore CA2012
            return _pending.IsCompleted ? new ValueTask<ReadResult>(Receive()) : new ValueTask<ReadResult>(this, 0);
        }
        catch (Exception exception)
        {
            // The awaiting caller gets every exception of the stream.
            Volatile.Write(ref _isWaiting, false);
            return new ValueTask<ReadResult>(Task.FromException<ReadResult>(exception));
        }
    }

    public override bool TryRead(out ReadResult result)
    {
        if (_isCompleted || !_isExamined)
        {
            result = Result();
            return true;
        }

        result = default;
        return false;
    }

    public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
    {
        // The highest bit can be set in the position of an array.
        _isExamined = (examined.GetInteger() & int.MaxValue) == _buffer.End;
        _buffer.Consume((consumed.GetInteger() & int.MaxValue) - _buffer.Start);
    }

    public override void CancelPendingRead() => _cancellation?.Cancel();

    public override void Complete(Exception? exception = null)
    {
        _isCompleted = true;
        if (_reads.IsPending)
        {
            // The pending read may still write to the array, so the array is not returned.
            _reads.Abandon();
            _buffer = default;
        }
        else if (_hasBuffer)
        {
            _buffer.Return();
        }

        _hasBuffer = false;
        _cancellation?.Dispose();
    }

    /// <summary>Returns when the last read ended that the stream did not complete synchronously, also by cancellation, or <see langword="null"/>.</summary>
    /// <returns>The time in ticks of <see cref="Clock"/>. The next call returns <see langword="null"/>, unless another read has waited.</returns>
    internal long? TakeWaitEnd()
    {
        long? end = _waitEnd;
        _waitEnd = null;
        return end;
    }

    /// <summary>Calls a method when the stream's pending read has ended, on the thread that ended it. The task must not be awaited.</summary>
    internal void ContinueWith(Action continuation) => _pending.UnsafeOnCompleted(continuation);

    ReadResult IValueTaskSource<ReadResult>.GetResult(short token)
    {
        _waitEnd = Clock?.GetTimestamp();
        return Receive();
    }

    ValueTaskSourceStatus IValueTaskSource<ReadResult>.GetStatus(short token) =>
        _pending.IsCompleted ? ValueTaskSourceStatus.Succeeded : ValueTaskSourceStatus.Pending;

    void IValueTaskSource<ReadResult>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        _continuation = continuation;
        _state = state;
        _pending.UnsafeOnCompleted(_continue);
    }

    private void Continue() => _continuation!(_state);

    private ReadResult Receive()
    {
        Volatile.Write(ref _isWaiting, false);
        try
        {
            return Accept(_pending.GetResult());
        }
        catch (OperationCanceledException) when (_cancellation is { IsCancellationRequested: true })
        {
            return new ReadResult(default, isCanceled: true, isCompleted: false);
        }
    }

    private ReadResult Accept(int count)
    {
        int end = _buffer.End;
        _buffer.Filled(count);
        if (_received < PacketFormat.LargestHeaderSize)
        {
            _buffer.Bytes.AsSpan(end, (int)Math.Min(count, PacketFormat.LargestHeaderSize - _received)).CopyTo(_first.AsSpan((int)_received));
        }

        _isCompleted = count == 0;
        Volatile.Write(ref _received, _received + count);
        return Result();
    }

    private ReadResult Result() =>
        new(_hasBuffer ? new ReadOnlySequence<byte>(_buffer.Bytes, _buffer.Start, _buffer.Count) : default, isCanceled: false, isCompleted: _isCompleted);

    private int MakeRoom()
    {
        if (!_hasBuffer)
        {
            _buffer = new StreamReadBuffer(_pool, _pieceStart, _waitingLength);
            _hasBuffer = true;
        }

        return _buffer.MakeRoom(Math.Max(Needed, _buffer.Count + 1));
    }
}
