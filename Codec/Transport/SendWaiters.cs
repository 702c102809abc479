namespace Codec.Transport;

/// <summary>The callers that wait for a queue's writes, and the waiters that can be reused. Requires the connection's lock.</summary>
internal struct SendWaiters
{
    private SendWaiter? _waiting;
    private SendWaiter? _idle;

    /// <summary>Gets whether no caller waits.</summary>
    internal readonly bool IsEmpty => _waiting is null;

    /// <summary>Adds a waiter.</summary>
    /// <param name="queue">The queue whose writes it waits for.</param>
    /// <param name="target">The number of bytes that must have been written.</param>
    internal SendWaiter Add(SendQueue queue, long target)
    {
        SendWaiter waiter = _idle ?? new SendWaiter(queue);
        _idle = waiter.Next;
        waiter.Target = target;
        waiter.Next = _waiting;
        _waiting = waiter;
        return waiter;
    }

    /// <summary>Removes a waiter.</summary>
    /// <returns><see langword="false"/> if it does not wait any more.</returns>
    internal bool TryRemove(SendWaiter waiter)
    {
        SendWaiter? previous = null;
        for (SendWaiter? current = _waiting; current is not null; previous = current, current = current.Next)
        {
            if (ReferenceEquals(current, waiter))
            {
                Unlink(previous, current);
                return true;
            }
        }

        return false;
    }

    /// <summary>Removes the waiters whose target has been reached.</summary>
    /// <param name="written">The number of bytes written, or <see cref="long.MaxValue"/> to remove all waiters.</param>
    /// <returns>The removed waiters as a list, the one that has waited longest first.</returns>
    internal SendWaiter? TakeReached(long written)
    {
        SendWaiter? reached = null;
        SendWaiter? previous = null;
        SendWaiter? current = _waiting;
        while (current is not null)
        {
            SendWaiter? next = current.Next;
            if (written >= current.Target)
            {
                Unlink(previous, current);
                current.Next = reached;
                reached = current;
            }
            else
            {
                previous = current;
            }

            current = next;
        }

        return reached;
    }

    /// <summary>Keeps a waiter for the next caller.</summary>
    internal void Recycle(SendWaiter waiter)
    {
        waiter.Next = _idle;
        _idle = waiter;
    }

    private void Unlink(SendWaiter? previous, SendWaiter waiter)
    {
        if (previous is null)
        {
            _waiting = waiter.Next;
        }
        else
        {
            previous.Next = waiter.Next;
        }

        waiter.Next = null;
    }
}
