namespace Codec.Transport;

/// <summary>Waiters in the order of their targets. Requires the connection's lock.</summary>
internal struct SendWaiterList
{
    private SendWaiter? _first;
    private SendWaiter? _last;

    /// <summary>Gets whether the list has no waiters.</summary>
    internal readonly bool IsEmpty => _first is null;

    /// <summary>Adds a waiter. This takes the less time, the fewer waiters have a greater target.</summary>
    internal void Add(SendWaiter waiter)
    {
        SendWaiter? previous = _last;
        while (previous is not null && previous.Target > waiter.Target)
        {
            previous = previous.Previous;
        }

        SendWaiter? next = previous is null ? _first : previous.Next;
        Link(previous, waiter);
        Link(waiter, next);
    }

    /// <summary>Removes a waiter, which must be in the list.</summary>
    internal void Remove(SendWaiter waiter)
    {
        Link(waiter.Previous, waiter.Next);
        waiter.Previous = null;
        waiter.Next = null;
    }

    /// <summary>Removes the waiters whose target has been reached.</summary>
    /// <param name="written">The number of bytes written, or <see cref="long.MaxValue"/> to remove all waiters.</param>
    /// <param name="following">A list to append to the result.</param>
    /// <returns>The removed waiters as a list, linked by <see cref="SendWaiter.Next"/>.</returns>
    internal SendWaiter? TakeReached(long written, SendWaiter? following)
    {
        SendWaiter? reached = null;
        SendWaiter? first = _first;
        SendWaiter? next = first;
        while (next is not null && written >= next.Target)
        {
            reached = next;
            reached.Previous = null;
            reached.IsWaiting = false;
            next = reached.Next;
        }

        if (reached is null)
        {
            return following;
        }

        Link(null, next);
        reached.Next = following;
        return first;
    }

    private void Link(SendWaiter? left, SendWaiter? right)
    {
        if (left is null)
        {
            _first = right;
        }
        else
        {
            left.Next = right;
        }

        if (right is null)
        {
            _last = left;
        }
        else
        {
            right.Previous = left;
        }
    }
}
