using Codec.Packets;

namespace Codec.Transport;

internal sealed partial class SendQueue
{
    // The target of a thread of the pool, which writes until no packet waits.
    private const long Everything = long.MaxValue;

    /// <summary>
    /// Writes the waiting packets, on a thread of the pool. The write was already started; until this call, packets could join its first block.
    /// </summary>
    public override void Execute()
    {
        lock (_lock)
        {
            _write.HasWorker = false;
            if (!_write.IsQueued)
            {
                return;
            }

            _write.IsQueued = false;

            // Nothing waits if an observer threw: its packet was removed.
            if (_lifetime.IsClosed || _pending.Count == 0)
            {
                EndWriting();
                return;
            }

            TakePending(_connection.Received.Received);
        }

        Write(Everything);
    }

    /// <summary>Begins the write of the packets that wait, unless one is in progress or no packet waits. Requires the lock.</summary>
    /// <param name="start">Which thread writes, or <see cref="WriteStart.None"/> to choose one.</param>
    /// <returns>The argument of <see cref="Start"/>, which the caller must call.</returns>
    private WriteStart BeginWriting(WriteStart start = WriteStart.None)
    {
        if (_pending.Count == 0)
        {
            return WriteStart.None;
        }

        if (_write.IsActive)
        {
            // A sender that fills a block first, or flushes, does not wait for the thread of the pool.
            if (!_write.IsQueued || !(start == WriteStart.AtOnce || (start == WriteStart.None && _pending.HasFullBlock)))
            {
                return WriteStart.None;
            }

            _write.IsQueued = false;
            start = WriteStart.AtOnce;
        }

        _write.IsActive = true;
        long received = _connection.Received.Received;
        if (start == WriteStart.None)
        {
            start = _starter.Choose(received);
        }

        if (start == WriteStart.AtOnce)
        {
            TakePending(received);
            return start;
        }

        return TryQueue() ? start : WriteStart.None;
    }

    /// <summary>Leaves the write to a thread of the pool. Requires the lock. Returns whether the caller must queue the work.</summary>
    private bool TryQueue()
    {
        _write.IsQueued = true;
        bool isNew = !_write.HasWorker;
        _write.HasWorker = true;
        return isNew;
    }

    /// <summary>Starts the write that <see cref="BeginWriting"/> began. On this thread, it ends as <see cref="Write(long)"/> says.</summary>
    private void Start(WriteStart start, long target)
    {
        if (start == WriteStart.AtOnce)
        {
            Write(target);
        }
        else if (start == WriteStart.OnThreadPool)
        {
            Queue();
        }
    }

    // A sender that must wait resumes when half of the limit has been written, and does not wait for each block again. This is a method, because each
    // packet of 64 bytes took 12% longer when the expression was in SendAsync.
    private ValueTask WaitToSendAsync(long target, CancellationToken cancellationToken) =>
        WaitForWrittenAsync(target + ((_progress.Limit - 1) / 2), isFlush: false, cancellationToken);

    private ValueTask WaitForWrittenAsync(long target, bool isFlush, CancellationToken cancellationToken)
    {
        SendWaiter waiter;
        lock (_lock)
        {
            if (_progress.Written >= target)
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

            waiter = (_waiters ??= new SendWaiters()).Add(this, target, isFlush, cancellationToken);
        }

        return waiter.WaitAsync();
    }

    /// <summary>Takes the block to write next. Requires the lock.</summary>
    private void TakePending(long received)
    {
        _write.Block = _pending.Take();
        _starter.BeginWrite(received);
    }

    /// <summary>Writes until no packet waits. After <paramref name="target"/> bytes, and at least one block, leaves later packets to the thread pool.</summary>
    /// <param name="target">The number of bytes since the connection was made, or <see cref="Everything"/> on a thread of the pool.</param>
    private void Write(long target)
    {
        do
        {
            try
            {
#pragma warning disable CA2012 // The result is taken once: here or in ContinueWriting.
                _write.Awaiter = _connection.Transport.WriteAsync(_write.Block!.Memory).ConfigureAwait(false).GetAwaiter();
#pragma warning restore CA2012
                if (!_write.Awaiter.IsCompleted)
                {
                    _write.Awaiter.UnsafeOnCompleted(_write.Continue ??= ContinueWriting);
                    return;
                }

                _write.Awaiter.GetResult();
            }
            catch (Exception exception)
            {
                _connection.Close(PacketCloseReason.Remote, exception);
            }
        }
        while (FinishWrite(target));
    }

    private void ContinueWriting()
    {
        try
        {
            _write.Awaiter.GetResult();
        }
        catch (Exception exception)
        {
            _connection.Close(PacketCloseReason.Remote, exception);
        }

        if (FinishWrite(Everything))
        {
            Write(Everything);
        }
    }

    /// <summary>Records that the block was written. Returns whether the calling thread must write another block.</summary>
    private bool FinishWrite(long target)
    {
        bool isCaller = target != Everything;
        SendWaiter? reached;
        bool writesMore = false;
        if (!_lifetime.IsClosed)
        {
            Count(_write.Block!);
        }

        lock (_lock)
        {
            // If this thread is in a payload writer or an observer, which uses the current block, another thread writes that block later. The waiting
            // callers resume on other threads, because this thread holds the lock.
            isCaller |= _isInCall;
            if (!_lifetime.IsClosed)
            {
                PacketBlock block = _write.Block!;
                _write.Block = null;
                _progress.Write(block);
                _pending.Recycle(block);
            }

            reached = _waiters?.IsEmpty == false ? _waiters.TakeReached(_lifetime.IsClosed ? long.MaxValue : _progress.Written) : null;
            if (_lifetime.IsClosed || _pending.Count == 0)
            {
                EndWriting();
            }
            else if (_isInCall || _progress.Written >= target)
            {
                if (TryQueue())
                {
                    Queue();
                }
            }
            else
            {
                TakePending(_connection.Received.Received);
                writesMore = true;
            }
        }

        Release(reached, mayRunInline: !isCaller && !writesMore);
        return writesMore;
    }

    /// <summary>Counts the packets of a written block. The lock is not taken, because a listener of the counters is the application's code.</summary>
    private void Count(PacketBlock block)
    {
        if (_connection.Options.CountById)
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
        _write.IsActive = false;
        _starter.EndWrite();
        if (_lifetime.IsClosed && !_isInCall)
        {
            ReturnBlocks();
        }
    }

    /// <summary>Returns all memory. Requires the lock.</summary>
    private void ReturnBlocks()
    {
        _write.Block?.ReturnArray();
        _write.Block = null;
        _pending.Return();
        _progress.Deltas?.Release();
    }

    /// <summary>
    /// Resumes the callers of a list, on the thread pool. If the calling thread has nothing else to do, the last of them may resume inside this call.
    /// Called without the lock.
    /// </summary>
    internal void Release(SendWaiter? waiter, bool mayRunInline = false)
    {
        while (waiter is not null)
        {
            // A waiter that has resumed may already be in another list.
            SendWaiter? next = waiter.Next;
            waiter.Next = null;
            waiter.End(Volatile.Read(ref _progress.Written) >= waiter.Target ? null : _lifetime.CreateException(), isInline: mayRunInline && next is null);
            waiter = next;
        }
    }
}
