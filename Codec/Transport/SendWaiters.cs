namespace Codec.Transport;

/// <summary>The callers that wait for a queue's writes, and the waiters that can be reused. Requires the connection's lock.</summary>
/// <remarks>
/// Senders and callers that flush have separate lists. A later caller of the same kind has a greater target, unless another thread overtakes it, so
/// it is added near the end of its list. A sender's target is less than that of a flush that was called before.
/// </remarks>
internal struct SendWaiters
{
    private SendWaiterList _senders;
    private SendWaiterList _flushes;
    private SendWaiter? _idle;

    /// <summary>Gets whether no caller waits.</summary>
    internal readonly bool IsEmpty => _senders.IsEmpty && _flushes.IsEmpty;

    /// <summary>Adds a waiter.</summary>
    /// <param name="queue">The queue whose writes it waits for.</param>
    /// <param name="target">The number of bytes that must have been written.</param>
    /// <param name="isFlush">Whether the caller flushes. Otherwise, it sends.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    internal SendWaiter Add(SendQueue queue, long target, bool isFlush, CancellationToken cancellationToken)
    {
        SendWaiter waiter = _idle ?? new SendWaiter(queue);
        _idle = waiter.Next;
        waiter.Next = null;
        waiter.Begin(target, isFlush, cancellationToken);
        if (isFlush)
        {
            _flushes.Add(waiter);
        }
        else
        {
            _senders.Add(waiter);
        }

        return waiter;
    }

    /// <summary>Removes a waiter.</summary>
    /// <returns><see langword="false"/> if it does not wait any more.</returns>
    internal bool TryRemove(SendWaiter waiter)
    {
        if (!waiter.IsWaiting)
        {
            return false;
        }

        waiter.IsWaiting = false;
        if (waiter.IsFlush)
        {
            _flushes.Remove(waiter);
        }
        else
        {
            _senders.Remove(waiter);
        }

        return true;
    }

    /// <summary>Removes the waiters whose target has been reached.</summary>
    /// <param name="written">The number of bytes written, or <see cref="long.MaxValue"/> to remove all waiters.</param>
    /// <returns>The removed waiters as a list: senders, then flushes, the one that has waited longest first.</returns>
    internal SendWaiter? TakeReached(long written) => _senders.TakeReached(written, _flushes.TakeReached(written, null));

    /// <summary>Keeps a waiter for the next caller.</summary>
    internal void Recycle(SendWaiter waiter)
    {
        waiter.Next = _idle;
        _idle = waiter;
    }
}
