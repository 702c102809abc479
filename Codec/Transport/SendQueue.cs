using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Accepts packets from any thread, and writes them to the transport in the order in which it accepted them, one block at a time.</summary>
/// <remarks>
/// <para><see cref="WriteStarter"/> decides which thread starts a write. While packets wait, a write is in progress.</para>
/// <para>
/// The lock is the connection's (<see cref="ConnectionLifetime.Lock"/>). It is not held while a stream, a waiting caller or the method that closes the
/// connection is called. It is held while a payload writer, an observer or a polled transport is called; calls that they make to the connection are rejected.
/// </para>
/// <para>As work for the thread pool, the queue writes the packets that wait. It is queued for each hand-over without an allocation, except on netstandard.</para>
/// </remarks>
internal sealed partial class SendQueue : PoolWork
{
    private readonly PacketConnection _connection;
    private readonly ConnectionLifetime _lifetime;
    private readonly SyncLock _lock;
    private readonly PacketFormat _format;
    private readonly PacketConnectionObserver? _observer;
    private readonly SendBuffer _pending = new();
    private SendWaiters _waiters = new();
    private WriteStarter _starter;
    private SendProgress _progress;
    private BlockWrite _write;

    // Set while a payload writer or an observer, which is the caller's code, uses the memory of _pending. Only the calling thread can see that
    // it is set, because the lock is held.
    private bool _isInCall;

    internal SendQueue(PacketConnection connection)
    {
        _connection = connection;
        _lifetime = connection.Lifetime;
        _lock = _lifetime.Lock;
        _format = connection.Format;
        _observer = connection.Options.Observer;
        _progress = new SendProgress(connection.Options.SendLimit);
        _write = new BlockWrite(ContinueWriting);
    }

    /// <summary>Gets the number of accepted packets that are not known to have been passed to the transport. Requires the lock.</summary>
    internal long UnsentPackets => _progress.UnsentPackets;

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

    internal ValueTask SendAsync<TPacket>(in TPacket packet, CancellationToken cancellationToken)
        where TPacket : IPacket
    {
        WriteStart start;
        long target;
        lock (_lock)
        {
            ThrowIfNotAccepting();
            int size = Encode(packet, out uint id);
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

            int size = Encode(packet, out uint id);
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

            accepted = _progress.Accepted;
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

    internal bool TryRemove(SendWaiter waiter)
    {
        lock (_lock)
        {
            return SendWaiters.TryRemove(waiter);
        }
    }

    internal void Recycle(SendWaiter waiter)
    {
        lock (_lock)
        {
            _waiters.Recycle(waiter);
        }
    }

    /// <summary>Keeps memory for the send limit from now on. The caller must call <see cref="Trim"/> when the connection is idle.</summary>
    internal void KeepBlocks() => _pending.KeepFor(_progress.Limit);

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
                return !_write.IsActive && !_isInCall && _pending.Count == 0;
            }
        }
    }

    /// <summary>Returns whether a write is in progress.</summary>
    /// <param name="written">The number of bytes written since the connection was made.</param>
    internal bool Poll(out long written)
    {
        lock (_lock)
        {
            written = _progress.Written;
            return _write.IsActive;
        }
    }

    /// <summary>Stops the queue of a connection that was closed. Requires the lock.</summary>
    /// <returns>The waiting callers, for <see cref="Release"/>.</returns>
    internal SendWaiter? Stop()
    {
        SendWaiter? waiting = _waiters.TakeReached(long.MaxValue);

        // A write in progress still uses the memory, and so does a payload writer or an observer that is running.
        if (!_write.IsActive && !_isInCall)
        {
            ReturnBlocks();
        }

        return waiting;
    }

    /// <summary>Throws if packets are not accepted, or if a payload writer or an observer is being called. Requires the lock.</summary>
    private void ThrowIfNotAccepting()
    {
        ThrowIfInCall();
        if (!_lifetime.AcceptsPackets)
        {
            _lifetime.ThrowNotAccepting(UnsentPackets);
        }
    }

    /// <summary>Writes a message into the queue's memory. It may close the connection. Requires the lock.</summary>
    /// <remarks>
    /// <see cref="IPacket.GetMaxByteCount"/> can cost as much as writing the message. It is called only if the current block is too short.
    /// </remarks>
    /// <returns>The size of the packet in bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Encode<TPacket>(in TPacket packet, out uint id)
        where TPacket : IPacket
    {
        _isInCall = true;
        try
        {
            id = packet.Id;
            if (!PacketEncoder.TryEncode(_pending.GetFree(), packet, _format, out int size))
            {
                return PacketEncoder.Write(_pending, packet, _format);
            }

            _pending.Advance(size);
            return size;
        }
        finally
        {
            EndCall();
        }
    }

    /// <summary>Counts the packet that was just encoded, and decides which thread writes it. Requires the lock.</summary>
    private WriteStart Accept(uint id, int size, out long target)
    {
        if (_observer is not null)
        {
            Observe(id, size);
        }

        target = _progress.Accept(size);
        if (_write.IsActive)
        {
            return WriteStart.None;
        }

        long received = _connection.Received.Received;
        WriteStart start = _starter.Choose(received);
        _write.IsActive = true;
        if (start == WriteStart.AtOnce)
        {
            TakePending(received);
        }

        return start;
    }

    /// <summary>Counts the packet that was just encoded, unless too many bytes wait, or a polled transport does not take it. Requires the lock.</summary>
    /// <remarks><paramref name="written"/> is the packet, if a polled transport has taken it.</remarks>
    private bool TryAccept(uint id, int size, out PacketBlock? written)
    {
        written = null;

        // During a write, which only an observer's own sends start over a polled transport, the packet joins those that wait.
        PolledTransport? polled = _write.IsActive ? null : _connection.Transport as PolledTransport;
        if (!_lifetime.AcceptsPackets || !_progress.HasRoom(size) || polled?.TrySend(_pending.GetLastBytes(size)) == false)
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

        _ = _progress.Accept(size);
        if (polled is not null)
        {
            written = _pending.Take();
            _progress.Write(written);
        }
        else if (!_write.IsActive)
        {
            _write.IsActive = true;
            Queue();
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
        if (_lifetime.IsClosed && !_write.IsActive)
        {
            ReturnBlocks();
        }
    }
}
