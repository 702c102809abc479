using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Accepts packets from any thread, and writes them to the transport in the order in which it accepted them, one block at a time.</summary>
/// <remarks>
/// <para>
/// <see cref="WriteStarter"/> decides which thread starts the write of a sent packet. A packet that is only written starts none: it waits in a
/// <see cref="WriteBatch"/> until the next call that sends or flushes.
/// </para>
/// <para>
/// The lock is the connection's (<see cref="ConnectionLifetime.Lock"/>). It is not held while a stream, a waiting caller or the method that closes the
/// connection is called. It is held while a payload writer, an observer or a polled transport is called; calls that they make to the connection are rejected.
/// </para>
/// <para>
/// The queue is a work item of the thread pool that writes the packets that wait. A hand-over queues it without an allocation, except on netstandard.
/// </para>
/// </remarks>
internal sealed partial class SendQueue : PoolWork
{
    private readonly PacketConnection _connection;
    private readonly ConnectionLifetime _lifetime;
    private readonly SyncLock _lock;
    private readonly PacketFormat _format;
    private readonly PacketConnectionObserver? _observer;
    private readonly SendBuffer _pending = new();
    private WriteStarter _starter;
    private SendProgress _progress;
    private BlockWrite _write;

    // Set while a payload writer or an observer, which is the caller's code, uses the memory of _pending. Only the calling thread can see that
    // it is set, because the lock is held.
    private bool _isInCall;

    // Null until the first packet is written, and if there is an observer.
    private WriteBatch? _batch;

    // Null until the first caller waits.
    private SendWaiters? _waiters;

    internal SendQueue(PacketConnection connection)
    {
        _connection = connection;
        _lifetime = connection.Lifetime;
        _lock = _lifetime.Lock;
        _format = connection.Format;
        _observer = connection.Options.Observer;
        _progress = new SendProgress(connection.Options.SendLimit);
    }

    /// <summary>Gets the number of accepted packets that are not known to have been passed to the transport. Requires the lock.</summary>
    internal long UnsentPackets => _progress.UnsentPackets;

    internal ValueTask SendAsync(uint id, ReadOnlySpan<byte> payload, CancellationToken cancellationToken)
    {
        if (_batch?.Packets.Count > 0)
        {
            AcceptWritten(_batch);
        }

        WriteStart start;
        long target;
        lock (_lock)
        {
            target = Accept(id, payload);
            start = BeginWriting();
        }

        Start(start, 0);
        return target <= Volatile.Read(ref _progress.Written) ? default : WaitToSendAsync(target, cancellationToken);
    }

    internal ValueTask SendAsync<TPacket>(in TPacket packet, CancellationToken cancellationToken)
        where TPacket : IPacket
    {
        if (DeltaPacket.From<TPacket>.IsPossible)
        {
            using DeltaPayload payload = DeltaPayload.Write((IDeltaPacket)packet);
            return SendAsync(Difference(payload), cancellationToken);
        }

        if (_batch?.Packets.Count > 0)
        {
            AcceptWritten(_batch);
        }

        WriteStart start;
        long target;
        lock (_lock)
        {
            target = Accept(packet);
            start = BeginWriting();
        }

        Start(start, 0);
        return target <= Volatile.Read(ref _progress.Written) ? default : WaitToSendAsync(target, cancellationToken);
    }

    /// <summary>Accepts a message without waiting. A thread of the pool writes it, so that the sender is never slowed down by the transport.</summary>
    /// <param name="packet">The message.</param>
    /// <param name="starts">Whether the write starts now, and not at <see cref="StartWriting"/> or the next packet that is sent.</param>
    /// <param name="isForced">Whether it is accepted even during the handshake of a session, or if too many bytes wait.</param>
    /// <returns><see langword="false"/> if packets are not accepted, or too many bytes wait.</returns>
    internal bool TrySend<TPacket>(in TPacket packet, bool starts, bool isForced = false)
        where TPacket : IPacket
    {
        if (DeltaPacket.From<TPacket>.IsPossible)
        {
            using DeltaPayload payload = DeltaPayload.Write((IDeltaPacket)packet);
            return TrySend(Difference(payload), starts, isForced);
        }

        PacketBlock? written;
        lock (_lock)
        {
            ThrowIfInCall();
            if (!_lifetime.AcceptsPackets && !(isForced && _lifetime.IsOpening))
            {
                return false;
            }

            int size = Encode(packet, out uint id);
            if (!TryAccept(id, size, starts, out written, isForced))
            {
                return false;
            }

            AcceptDelta<TPacket>();
        }

        FinishSend(written);
        return true;
    }

    /// <summary>Accepts a packet with a complete payload, as <see cref="TrySend{TPacket}(in TPacket, bool, bool)"/> does.</summary>
    internal bool TrySend(uint id, ReadOnlySpan<byte> payload, bool starts)
    {
        PacketBlock? written;
        lock (_lock)
        {
            ThrowIfInCall();
            if (!_lifetime.AcceptsPackets || !TryAccept(id, Add(_pending, id, payload), starts, out written))
            {
                return false;
            }
        }

        FinishSend(written);
        return true;
    }

    /// <summary>Lets a thread of the pool write the packets that wait, if there are any.</summary>
    internal void StartWriting()
    {
        lock (_lock)
        {
            ThrowIfInCall();
            Start(BeginWriting(WriteStart.OnThreadPool), 0);
        }
    }

    /// <summary>Rejects a call of the payload writer or the observer that the queue is calling. Requires the lock.</summary>
    internal void ThrowIfInCall()
    {
        if (_isInCall || _batch?.IsWritingMessage == true)
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
            _waiters!.Recycle(waiter);
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

    /// <summary>Stops the queue of a connection that was closed. Requires the lock. Returns the waiting callers, for <see cref="Release"/>.</summary>
    internal SendWaiter? Stop()
    {
        SendWaiter? waiting = _waiters?.TakeReached(long.MaxValue);

        // A write in progress still uses the memory, and so does a payload writer or an observer that is running.
        if (!_write.IsActive && !_isInCall)
        {
            ReturnBlocks();
        }

        return waiting;
    }

    /// <summary>Throws if packets are not accepted, or if a payload writer or an observer is being called. Requires the lock.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void ThrowIfNotAccepting()
    {
        ThrowIfInCall();
        if (!_lifetime.AcceptsPackets)
        {
            _lifetime.ThrowNotAccepting(UnsentPackets);
        }
    }

    /// <summary>Writes a packet with a complete payload into memory. Returns the size of the packet in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Add(SendBuffer packets, uint id, ReadOnlySpan<byte> payload) => packets.TryAdd(id, payload, _format)
        ? PacketHeader.ByteCount + payload.Length
        : AddRare(packets, id, payload);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int AddRare(SendBuffer packets, uint id, ReadOnlySpan<byte> payload) => PacketEncoder.Write(packets, id, payload, _format);

    /// <summary>Writes a message into memory. It may close the connection. Returns the size of the packet in bytes.</summary>
    /// <remarks><see cref="IPacket.GetMaxByteCount"/> can cost as much as writing the message. It is called only if the current block is too short.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Add<TPacket>(SendBuffer packets, in TPacket packet)
        where TPacket : IPacket
    {
        if (!PacketEncoder.TryEncode(packets.GetFree(), packet, _format, out int size))
        {
            return PacketEncoder.Write(packets, packet, _format);
        }

        packets.Advance(size);
        return size;
    }

    /// <summary>Accepts a packet with a complete payload. Requires the lock. Returns the same as <see cref="SendProgress.Accept(int)"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private long Accept(uint id, ReadOnlySpan<byte> payload)
    {
        ThrowIfNotAccepting();
        return Accept(id, Add(_pending, id, payload));
    }

    /// <summary>Accepts a message. Requires the lock. Returns the same as <see cref="SendProgress.Accept(int)"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private long Accept<TPacket>(in TPacket packet)
        where TPacket : IPacket
    {
        ThrowIfNotAccepting();
        int size = Encode(packet, out uint id);
        ThrowIfNotAccepting();
        long target = Accept(id, size);
        AcceptDelta<TPacket>();
        return target;
    }

    /// <summary>Returns a message as its difference to the last one that was accepted.</summary>
    internal DeltaPacket Difference(DeltaPayload payload)
    {
        lock (_lock)
        {
            return new DeltaPacket(payload, _progress.Deltas ??= new SentDeltas());
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void AcceptDelta<TPacket>()
    {
        if (typeof(TPacket) == typeof(DeltaPacket))
        {
            _progress.Deltas!.Accept();
        }
    }

    /// <summary>Counts the packet that was just encoded. Requires the lock.</summary>
    private long Accept(uint id, int size)
    {
        if (_observer is not null)
        {
            Observe(id, size);
        }

        return _progress.Accept(size);
    }

    /// <summary>Writes a message into the queue's memory. It may close the connection. Requires the lock.</summary>
    /// <returns>The size of the packet in bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Encode<TPacket>(in TPacket packet, out uint id)
        where TPacket : IPacket
    {
        _isInCall = true;
        try
        {
            id = packet.Id;
            return Add(_pending, packet);
        }
        finally
        {
            EndCall();
        }
    }

    /// <summary>Counts the packet that was just encoded, unless too many bytes wait, or a polled transport does not take it. Requires the lock.</summary>
    /// <remarks><paramref name="written"/> is the packet, if a polled transport has taken it.</remarks>
    private bool TryAccept(uint id, int size, bool starts, out PacketBlock? written, bool isForced = false)
    {
        written = null;

        // Over a polled transport, only an observer's own sends start a write. During that write, the packet joins those that wait.
        PolledTransport? polled = _write.IsActive ? null : _connection.Transport as PolledTransport;
        bool isAccepted = isForced ? _lifetime.AcceptsPackets || _lifetime.IsOpening : _lifetime.AcceptsPackets && _progress.HasRoom(size);
        if (!isAccepted || polled?.TrySend(_pending.GetLastBytes(size)) == false)
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
        else if (starts)
        {
            StartWriting();
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

        if (!_lifetime.IsOpening)
        {
            ThrowIfNotAccepting();
        }
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
