using System;
using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Accepts packets from any thread, and writes them to the transport in the order in which it accepted them, one block at a time.</summary>
/// <remarks>
/// <para>
/// A write is started in one of three ways. A single packet is written by its sender. Packets in quick succession are written by a thread of the
/// pool, so that more of them share a write. While packets stream (see <see cref="StreamingDetector"/>), they are written by their senders again, in
/// full blocks, because another thread would take processor time from the peer. <see cref="TailTimer"/> then writes a block that stays incomplete.
/// </para>
/// <para>
/// The lock is the connection's (<see cref="ConnectionLifetime.Lock"/>). It is not held while the transport, a waiting caller or the delegate that
/// closes the connection is called. It is held while a payload writer or an observer is called; calls that they make to the connection are rejected.
/// </para>
/// </remarks>
internal sealed class SendQueue : IDisposable
{
    // About the time of a hand-over to the thread pool: 10 microseconds. A packet that follows the last write within this time, with nothing received
    // since that write began, is probably one of many. It is handed over, so that others can join the write. Any other packet is written at once by
    // its sender, because the hand-over would take longer than the write.
    private static readonly long BurstTicks = Math.Max(1, Stopwatch.Frequency / 100_000);

    private readonly PacketConnection _connection;
    private readonly ConnectionLifetime _lifetime;
    private readonly SyncLock _lock;
    private readonly PacketTransport _transport;
    private readonly StreamPipe _received;
    private readonly PacketFormat _format;
    private readonly PacketConnectionObserver? _observer;
    private readonly Action<PacketCloseReason, Exception?> _close;
    private readonly int _sendLimit;
    private readonly bool _countsById;
    private readonly Action _continueWriting;
    private readonly SendPump _pump;
    private readonly TailTimer _tail;
    private readonly SendBuffer _pending = new();
    private SendWaiters _waiters;
    private StreamingDetector _streaming;
    private PacketBlock? _writing;
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _write;
    private long _accepted;
    private long _acceptedPackets;
    private long _written;
    private long _writtenPackets;
    private long _lastWriteEnd;
    private long _receivedBeforeWrite;
    private bool _isWriting;

    // Set while a payload writer or an observer, which is the caller's code, uses the memory of _pending. Only the calling thread can see that
    // it is set, because the lock is held.
    private bool _isInCall;

    /// <summary>Creates an empty queue.</summary>
    /// <param name="connection">The connection, for its observer.</param>
    /// <param name="lifetime">The state of the connection.</param>
    /// <param name="transport">The transport to write to.</param>
    /// <param name="received">
    /// The received bytes. A packet after received bytes is assumed to be an answer: it is written at once, unless packets stream.
    /// </param>
    /// <param name="format">The format of the packets.</param>
    /// <param name="options">The options of the connection.</param>
    /// <param name="close">Closes the connection. Called without the lock.</param>
    internal SendQueue(
        PacketConnection connection,
        ConnectionLifetime lifetime,
        PacketTransport transport,
        StreamPipe received,
        PacketFormat format,
        PacketConnectionOptions options,
        Action<PacketCloseReason, Exception?> close)
    {
        _connection = connection;
        _lifetime = lifetime;
        _lock = lifetime.Lock;
        _transport = transport;
        _received = received;
        _format = format;
        _observer = options.Observer;
        _close = close;
        _sendLimit = options.SendLimit;
        _countsById = options.CountById;
        _continueWriting = ContinueWriting;
        _pump = new SendPump(this);
        _tail = new TailTimer(this, transport.WritesMayBlock);
    }

    /// <summary>Gets the number of accepted packets that are not known to have been passed to the transport. Requires the lock.</summary>
    internal long UnsentPackets => _acceptedPackets - _writtenPackets;

    /// <summary>Accepts a packet with a complete payload.</summary>
    internal ValueTask SendAsync(uint id, ReadOnlySpan<byte> payload, CancellationToken cancellationToken)
    {
        WriteStart start;
        long target;
        lock (_lock)
        {
            ThrowIfNotAccepting();
            if (PacketEncoder.Encode(_pending.GetFree(), id, payload, _format, out int size) == OperationStatus.Done)
            {
                _pending.Advance(size);
            }
            else
            {
                size = PacketEncoder.Write(_pending, id, payload, _format);
            }

            start = Accept(id, size, out target);
        }

        return Start(start, target, cancellationToken);
    }

    /// <summary>Accepts a message, which is written into the queue's memory.</summary>
    /// <remarks>
    /// <see cref="IPacket.GetMaxByteCount"/> can cost as much as writing the message. It is called only if the current block is too short.
    /// </remarks>
    internal ValueTask SendAsync<TPacket>(in TPacket packet, CancellationToken cancellationToken)
        where TPacket : IPacket
    {
        WriteStart start;
        long target;
        lock (_lock)
        {
            ThrowIfNotAccepting();
            int size;
            uint id;
            _isInCall = true;
            try
            {
                id = packet.Id;
                if (PacketEncoder.TryEncode(_pending.GetFree(), packet, _format, out size))
                {
                    _pending.Advance(size);
                }
                else
                {
                    size = PacketEncoder.Write(_pending, packet, _format);
                }
            }
            finally
            {
                EndCall();
            }

            ThrowIfNotAccepting();
            start = Accept(id, size, out target);
        }

        return Start(start, target, cancellationToken);
    }

    /// <summary>Accepts a message without waiting. A thread of the pool writes it, so that the sender is never slowed down by the transport.</summary>
    /// <returns><see langword="false"/> if packets are not accepted, or too many bytes wait.</returns>
    internal bool TrySend<TPacket>(in TPacket packet)
        where TPacket : IPacket
    {
        PacketBlock? written;
        lock (_lock)
        {
            ThrowIfInCall();
            if (!_lifetime.AcceptsPackets)
            {
                return false;
            }

            int size;
            uint id;
            _isInCall = true;
            try
            {
                id = packet.Id;
                if (PacketEncoder.TryEncode(_pending.GetFree(), packet, _format, out size))
                {
                    _pending.Advance(size);
                }
                else
                {
                    size = PacketEncoder.Write(_pending, packet, _format);
                }
            }
            finally
            {
                EndCall();
            }

            if (!TryAccept(id, size, out written))
            {
                return false;
            }
        }

        FinishSend(written);
        return true;
    }

    /// <summary>Accepts a packet with a complete payload, as <see cref="TrySend{TPacket}(in TPacket)"/> does.</summary>
    internal bool TrySend(uint id, ReadOnlySpan<byte> payload)
    {
        PacketBlock? written;
        lock (_lock)
        {
            ThrowIfInCall();
            if (!_lifetime.AcceptsPackets || !TryAccept(id, PacketEncoder.Write(_pending, id, payload, _format), out written))
            {
                return false;
            }
        }

        FinishSend(written);
        return true;
    }

    /// <summary>Waits until every packet accepted so far has been passed to the transport.</summary>
    internal ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        long accepted;
        lock (_lock)
        {
            ThrowIfInCall();
            if (_lifetime.IsClosed)
            {
                return new ValueTask(Task.FromException(_lifetime.CreateException()));
            }

            accepted = _accepted;
        }

        return WaitForWrittenAsync(accepted, isFlush: true, cancellationToken);
    }

    /// <summary>Rejects a call of the payload writer or the observer that the queue is calling. Requires the lock.</summary>
    internal void ThrowIfInCall()
    {
        if (_isInCall)
        {
            Throw.ConnectionCalledBack();
        }
    }

    /// <summary>
    /// Writes the waiting packets, on a thread of the pool. The write was already started; until this call, packets could join its first block.
    /// </summary>
    internal void WriteOnThreadPool()
    {
        lock (_lock)
        {
            // Nothing waits if an observer threw: its packet was removed.
            if (_lifetime.IsClosed || _pending.Count == 0)
            {
                EndWriting();
                return;
            }

            TakePending(_received.Received);
        }

        Write(isCaller: false);
    }

    /// <summary>Ends the stream and writes the waiting packets, if no block was written since the last call.</summary>
    /// <returns>Whether packets still stream.</returns>
    internal bool TryKeepStreaming()
    {
        lock (_lock)
        {
            if (_streaming.HasWrittenBlock() && !_lifetime.IsClosed)
            {
                return true;
            }

            StopStreaming();
            if (_lifetime.IsClosed || _isWriting || _pending.Count == 0)
            {
                return false;
            }

            _isWriting = true;
            TakePending(_received.Received);
        }

        // The thread serves other queues, too. So it writes only one block, and does not run the code of waiting callers.
        Write(isCaller: true);
        return false;
    }

    /// <summary>Removes a waiter.</summary>
    /// <returns><see langword="false"/> if it does not wait any more.</returns>
    internal bool TryRemove(SendWaiter waiter)
    {
        lock (_lock)
        {
            return _waiters.TryRemove(waiter);
        }
    }

    /// <summary>Keeps a waiter for the next caller.</summary>
    internal void Recycle(SendWaiter waiter)
    {
        lock (_lock)
        {
            _waiters.Recycle(waiter);
        }
    }

    /// <summary>Keeps memory for the send limit from now on. The caller must call <see cref="Trim"/> when the connection is idle.</summary>
    internal void KeepBlocks() => _pending.KeepFor(_sendLimit);

    /// <summary>Returns memory that an idle connection does not need.</summary>
    internal void Trim()
    {
        lock (_lock)
        {
            // A payload writer can move the clock of the deadlines, which calls this.
            if (!_isInCall)
            {
                _pending.Trim();
            }
        }
    }

    /// <summary>Gets whether nothing waits, and no payload writer or observer is being called.</summary>
    internal bool IsIdle
    {
        get
        {
            lock (_lock)
            {
                return !_isWriting && !_isInCall && _pending.Count == 0;
            }
        }
    }

    /// <summary>Returns whether a write is in progress.</summary>
    /// <param name="written">The number of bytes written since the connection was made.</param>
    internal bool Poll(out long written)
    {
        lock (_lock)
        {
            written = _written;
            return _isWriting;
        }
    }

    /// <summary>Disposes the <see cref="TailTimer"/>. Called after <see cref="Stop"/>, without the lock.</summary>
    public void Dispose() => _tail.Dispose();

    /// <summary>Stops the queue of a connection that was closed. Requires the lock.</summary>
    /// <returns>The waiting callers, for <see cref="Release(SendWaiter?)"/>.</returns>
    internal SendWaiter? Stop()
    {
        SendWaiter? waiting = _waiters.TakeReached(long.MaxValue);
        StopStreaming();

        // A write in progress still uses the memory, and so does a payload writer or an observer that is running.
        if (!_isWriting && !_isInCall)
        {
            ReturnBlocks();
        }

        return waiting;
    }

    /// <summary>Resumes the waiting callers of a closed connection with an exception, on the thread pool. Called without the lock.</summary>
    internal void Release(SendWaiter? waiting) => Release(waiting, mayRunInline: false);

    /// <summary>Throws if packets are not accepted, or if a payload writer or an observer is being called. Requires the lock.</summary>
    private void ThrowIfNotAccepting()
    {
        ThrowIfInCall();
        if (!_lifetime.AcceptsPackets)
        {
            _lifetime.ThrowNotAccepting(UnsentPackets);
        }
    }

    /// <summary>Counts the packet that was just encoded, and decides which thread writes it. Requires the lock.</summary>
    private WriteStart Accept(uint id, int size, out long target)
    {
        if (_observer is not null)
        {
            Observe(id, size);
        }

        _acceptedPackets++;
        _accepted += size;
        target = _accepted - _sendLimit + 1;
        if (_isWriting)
        {
            return WriteStart.None;
        }

        long received = _received.Received;
        if (_streaming.IsStreaming)
        {
            if (!_pending.HasFullBlock)
            {
                return WriteStart.None;
            }
        }
        else if (received == _receivedBeforeWrite && Stopwatch.GetTimestamp() - _lastWriteEnd < BurstTicks)
        {
            _isWriting = true;
            return WriteStart.OnThreadPool;
        }

        _isWriting = true;
        TakePending(received);
        return WriteStart.AtOnce;
    }

    /// <summary>Counts the packet that was just encoded, unless too many bytes wait, or a polled transport does not take it. Requires the lock.</summary>
    /// <param name="id">The id of the packet.</param>
    /// <param name="size">The size of the packet in bytes.</param>
    /// <param name="written">The packet, if a polled transport has taken it.</param>
    private bool TryAccept(uint id, int size, out PacketBlock? written)
    {
        written = null;
        long waiting = _accepted - _written;
        PolledTransport? polled = _transport as PolledTransport;
        if (!_lifetime.AcceptsPackets || (waiting > 0 && waiting + size > _sendLimit) || polled?.TrySend(_pending.GetLastBytes(size)) == false)
        {
            // The message may have closed the connection, which has freed the memory.
            if (!_lifetime.IsClosed)
            {
                _pending.RemoveLast(size);
            }

            return false;
        }

        if (_observer is not null)
        {
            Observe(id, size);
        }

        _acceptedPackets++;
        _accepted += size;
        if (polled is not null)
        {
            _writtenPackets++;
            _written += size;
            written = _pending.Take();
        }
        else if (!_isWriting)
        {
            _isWriting = true;
            _pump.Queue();
        }

        return true;
    }

    /// <summary>Counts a packet that a polled transport has taken, and returns its memory. Called without the lock, because of the listeners of counters.</summary>
    private void FinishSend(PacketBlock? written)
    {
        if (written is null)
        {
            return;
        }

        Count(written);
        lock (_lock)
        {
            if (_lifetime.IsClosed)
            {
                written.ReturnArray();
            }
            else
            {
                _pending.Recycle(written);
            }
        }
    }

    /// <summary>Passes the packet that was just encoded to the observer. If the observer throws, the packet is removed. Requires the lock.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Observe(uint id, int size)
    {
        bool isObserved = false;
        _isInCall = true;
        try
        {
            _observer!.Sent(_connection, _pending.GetLast(size, id, _format.HeaderSize));
            isObserved = true;
        }
        finally
        {
            if (!isObserved)
            {
                _pending.RemoveLast(size);
            }

            EndCall();
        }

        ThrowIfNotAccepting();
    }

    /// <summary>Ends a call of a payload writer or an observer, which may have closed the connection. Requires the lock.</summary>
    private void EndCall()
    {
        _isInCall = false;
        if (_lifetime.IsClosed && !_isWriting)
        {
            ReturnBlocks();
        }
    }

    private ValueTask Start(WriteStart start, long target, CancellationToken cancellationToken)
    {
        if (start == WriteStart.AtOnce)
        {
            Write(isCaller: true);
        }
        else if (start == WriteStart.OnThreadPool)
        {
            _pump.Queue();
        }

        return target <= Volatile.Read(ref _written) ? default : WaitToSendAsync(target, cancellationToken);
    }

    // A sender that must wait resumes when half of the limit has been written, and does not wait for each block again. This is a method, because each
    // packet of 64 bytes took 12% longer when the expression was in Start.
    private ValueTask WaitToSendAsync(long target, CancellationToken cancellationToken) =>
        WaitForWrittenAsync(target + ((_sendLimit - 1) / 2), isFlush: false, cancellationToken);

    private ValueTask WaitForWrittenAsync(long target, bool isFlush, CancellationToken cancellationToken)
    {
        SendWaiter waiter;
        bool writes = false;
        lock (_lock)
        {
            if (_written >= target)
            {
                return default;
            }

            if (_lifetime.IsClosed)
            {
                return new ValueTask(Task.FromException(_lifetime.CreateException()));
            }

            if (cancellationToken.IsCancellationRequested)
            {
                return new ValueTask(Task.FromCanceled(cancellationToken));
            }

            waiter = _waiters.Add(this, target, isFlush, cancellationToken);
            if (!_isWriting)
            {
                // The waiting packets are written now, even if their block is not full.
                _isWriting = writes = true;
                TakePending(_received.Received);
            }
        }

        // The write starts before WaitAsync: _isWriting is set, and on .NET Framework, WaitAsync throws if the source of the token was disposed.
        if (writes)
        {
            Write(isCaller: true);
        }

        return waiter.WaitAsync();
    }

    /// <summary>Takes the block to write next. Requires the lock.</summary>
    private void TakePending(long received)
    {
        _writing = _pending.Take();
        _receivedBeforeWrite = received;
        if (_streaming.CountBlock(_writing.Count) && !_tail.TryStart())
        {
            // Nothing would write an incomplete block.
            _streaming.Stop();
        }
    }

    /// <summary>Writes until no packet waits. A caller writes one block, and leaves later packets to the thread pool.</summary>
    private void Write(bool isCaller)
    {
        do
        {
            try
            {
#pragma warning disable CA2012 // The result is taken once: here or in ContinueWriting.
                _write = _transport.WriteAsync(_writing!.Memory).ConfigureAwait(false).GetAwaiter();
#pragma warning restore CA2012
                if (!_write.IsCompleted)
                {
                    _write.UnsafeOnCompleted(_continueWriting);
                    return;
                }

                _write.GetResult();
            }
            catch (Exception exception)
            {
                _close(PacketCloseReason.Remote, exception);
            }
        }
        while (FinishWrite(isCaller));
    }

    private void ContinueWriting()
    {
        try
        {
            _write.GetResult();
        }
        catch (Exception exception)
        {
            _close(PacketCloseReason.Remote, exception);
        }

        if (FinishWrite(isCaller: false))
        {
            Write(isCaller: false);
        }
    }

    /// <summary>Records that the block was written.</summary>
    /// <returns>Whether the calling thread must write another block.</returns>
    private bool FinishWrite(bool isCaller)
    {
        SendWaiter? reached;
        bool writesMore = false;
        if (!_lifetime.IsClosed)
        {
            Count(_writing!);
        }

        lock (_lock)
        {
            // If this thread is in a payload writer or an observer, which uses the current block, another thread writes that block later. The waiting
            // callers resume on other threads, because this thread holds the lock.
            isCaller |= _isInCall;
            if (!_lifetime.IsClosed)
            {
                PacketBlock block = _writing!;
                _writing = null;
                Volatile.Write(ref _written, _written + block.Count);
                _writtenPackets += block.Packets;
                _pending.Recycle(block);
            }

            reached = _waiters.IsEmpty ? null : _waiters.TakeReached(_lifetime.IsClosed ? long.MaxValue : _written);
            if (_lifetime.IsClosed || _pending.Count == 0 || (_streaming.IsStreaming && !_pending.HasFullBlock && _waiters.IsEmpty))
            {
                EndWriting();
            }
            else if (isCaller)
            {
                _pump.Queue();
            }
            else
            {
                TakePending(_received.Received);
                writesMore = true;
            }
        }

        Release(reached, mayRunInline: !isCaller && !writesMore);
        return writesMore;
    }

    /// <summary>Counts the packets of a written block. The lock is not taken, because a listener of the counters is the application's code.</summary>
    private void Count(PacketBlock block)
    {
        if (_countsById)
        {
            PacketCounters.CountSentById(block.Memory.Span, _format);
        }
        else
        {
            PacketCounters.CountSent(block.Packets, block.Count);
        }
    }

    /// <summary>Records that no write is in progress. Requires the lock.</summary>
    private void EndWriting()
    {
        _isWriting = false;
        _lastWriteEnd = Stopwatch.GetTimestamp();
        if (_lifetime.IsClosed && !_isInCall)
        {
            ReturnBlocks();
        }
    }

    /// <summary>Ends the stream, if packets stream. Requires the lock.</summary>
    private void StopStreaming()
    {
        if (_streaming.IsStreaming)
        {
            _streaming.Stop();
            _tail.Stop();
        }
    }

    /// <summary>Returns all memory. Requires the lock.</summary>
    private void ReturnBlocks()
    {
        _writing?.ReturnArray();
        _writing = null;
        _pending.Return();
    }

    /// <summary>
    /// Resumes the callers of a list, on the thread pool. If the calling thread has nothing else to do, the last of them may resume inside this call.
    /// Called without the lock.
    /// </summary>
    private void Release(SendWaiter? waiter, bool mayRunInline)
    {
        while (waiter is not null)
        {
            // A waiter that has resumed may already be in another list.
            SendWaiter? next = waiter.Next;
            waiter.Next = null;
            waiter.End(Volatile.Read(ref _written) >= waiter.Target ? null : _lifetime.CreateException(), isInline: mayRunInline && next is null);
            waiter = next;
        }
    }
}
