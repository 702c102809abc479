using System;
using System.Buffers;
using System.IO;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using Codec.Buffers;
using Codec.Compat;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Reads what a peer sends into one array from the shared pool. Another thread can poll how much was received. One reader.</summary>
/// <remarks>
/// The pipe is its own reusable task source, and passes the stream's read on: a wait allocates nothing, and the reader continues on the thread on
/// which the stream's read ended. Each wait is awaited once. Completing the pipe leaves the stream open.
/// </remarks>
internal sealed class ReceivePipe : PipeReader, IValueTaskSource<ReadResult>
{
    // One read of this size takes all that a busy connection has ready. Smaller ones cost more calls to the kernel.
    private const int BufferSize = 64 * 1024;

    private readonly StreamReads _reads;
    private readonly Action _continue;

    // The connection's first bytes, for a guess at what they are if they are no packet.
    private readonly byte[] _first = new byte[PacketFormat.LargestHeaderSize];
    private ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter _pending;
    private Action<object?>? _continuation;
    private object? _state;
    private byte[] _buffer = [];
    private int _start;
    private int _end;
    private int _examined;
    private long _received;
    private bool _hasEnded;
    private bool _isWaiting;

    internal ReceivePipe(Stream stream)
    {
        _reads = new StreamReads(stream);
        _continue = Continue;
    }

    /// <summary>Gets the number of bytes received so far.</summary>
    internal long Received => Volatile.Read(ref _received);

    /// <summary>Gets whether a read is waiting for the peer.</summary>
    internal bool IsWaiting => Volatile.Read(ref _isWaiting);

    /// <summary>Returns what the connection's first bytes look like if they are no packet. Thread-safe.</summary>
    internal PacketHint Guess(PacketFormat format) => PacketHints.Guess(_first.AsSpan(0, (int)Math.Min(Received, _first.Length)), format);

    /// <summary>Returns the received bytes from a position on. Called by the reading thread, before the next read.</summary>
    /// <param name="position">The number of bytes before them. None of the bytes from there on has been given up by <c>AdvanceTo</c>.</param>
    internal ReadOnlySpan<byte> GetBytesFrom(long position)
    {
        int count = (int)Math.Min(Math.Max(_received - position, 0), _end);
        return _buffer.AsSpan(_end - count, count);
    }

    public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
    {
        if (TryRead(out ReadResult result))
        {
            return new ValueTask<ReadResult>(result);
        }

        if (!_reads.IsPending)
        {
            MakeRoom();
        }

        Volatile.Write(ref _isWaiting, true);
        try
        {
#pragma warning disable CA2012 // The result is taken once, by Receive: here or in GetResult.
            _pending = _reads.ReadAsync(_buffer, _end, _buffer.Length - _end, cancellationToken).ConfigureAwait(false).GetAwaiter();
#pragma warning restore CA2012
        }
        catch
        {
            Volatile.Write(ref _isWaiting, false);
            throw;
        }

        return _pending.IsCompleted ? new ValueTask<ReadResult>(Receive()) : new ValueTask<ReadResult>(this, 0);
    }

    public override bool TryRead(out ReadResult result)
    {
        if (_hasEnded || _examined < _end)
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
        // The highest bit can mark a position in an array.
        _start = consumed.GetInteger() & int.MaxValue;
        _examined = examined.GetInteger() & int.MaxValue;
        if (_start == _end)
        {
            _start = _end = _examined = 0;
        }
    }

    public override void CancelPendingRead() => Throw.PendingReadNotCancelable();

    public override void Complete(Exception? exception = null)
    {
        byte[] buffer = _buffer;
        _buffer = [];
        _start = _end = _examined = 0;
        _hasEnded = true;
        if (_reads.IsPending)
        {
            // The abandoned read may still write into the array.
            _reads.Abandon();
        }
        else if (buffer.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    ReadResult IValueTaskSource<ReadResult>.GetResult(short token) => Receive();

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
        int count = _pending.GetResult();
        if (_received < _first.Length)
        {
            _buffer.AsSpan(_end, (int)Math.Min(count, _first.Length - _received)).CopyTo(_first.AsSpan((int)_received));
        }

        _end += count;
        _hasEnded = count == 0;
        Volatile.Write(ref _received, _received + count);
        return Result();
    }

    private ReadResult Result() => new(new ReadOnlySequence<byte>(_buffer, _start, _end - _start), isCanceled: false, isCompleted: _hasEnded);

    /// <summary>
    /// Makes room after the unread bytes: by moving them to the start of the array if they are few, or into an array of twice the size if they fill it.
    /// </summary>
    private void MakeRoom()
    {
        int length = _end - _start;

        // At most as many bytes are moved as have been consumed since the last move.
        if (_end < _buffer.Length && length >= _start)
        {
            return;
        }

        byte[] target = _start > 0 ? _buffer : ArrayPool<byte>.Shared.Rent((int)Math.Min(Math.Max(BufferSize, 2L * length), PooledStreamOptions.LongestArray));
        Buffer.BlockCopy(_buffer, _start, target, 0, length);
        if (target != _buffer && _buffer.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_buffer);
        }

        _buffer = target;
        _start = 0;
        _end = _examined = length;
    }
}
