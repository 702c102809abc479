namespace Codec.Transport;

/// <summary>The callers that wait for a queue's writes, and the waiters that can be reused. Requires the connection's lock.</summary>
/// <remarks>
/// Senders and callers that flush have separate lists, each in the order of its targets. A later caller of the same kind has a greater target, unless
/// another thread overtakes it, so it is added near the end of its list. A sender's target is less than that of a flush that was called before.
/// </remarks>
internal sealed class SendWaiters
{
    private readonly LinkedList<SendWaiter> _senders = new();
    private readonly LinkedList<SendWaiter> _flushes = new();
    private SendWaiter? _idle;

    /// <summary>Gets whether no caller waits.</summary>
    internal bool IsEmpty => _senders.Count + _flushes.Count == 0;

    /// <summary>Adds a caller, which sends or flushes, and waits until <paramref name="target"/> bytes were written.</summary>
    internal SendWaiter Add(SendQueue queue, long target, bool isFlush, CancellationToken cancellationToken)
    {
        SendWaiter waiter = _idle ?? new SendWaiter(queue);
        _idle = waiter.Next;
        waiter.Next = null;
        waiter.Begin(target, cancellationToken);

        LinkedList<SendWaiter> list = isFlush ? _flushes : _senders;
        LinkedListNode<SendWaiter>? previous = list.Last;
        while (previous?.Value.Target > target)
        {
            previous = previous.Previous;
        }

        if (previous is null)
        {
            list.AddFirst(waiter.Node);
        }
        else
        {
            list.AddAfter(previous, waiter.Node);
        }

        return waiter;
    }

    /// <summary>Removes a waiter. Returns <see langword="false"/> if it does not wait any more.</summary>
    internal static bool TryRemove(SendWaiter waiter)
    {
        LinkedList<SendWaiter>? list = waiter.Node.List;
        list?.Remove(waiter.Node);
        return list is not null;
    }

    /// <summary>Removes the waiters whose target has been reached.</summary>
    /// <param name="written">The number of bytes written, or <see cref="long.MaxValue"/> to remove all waiters.</param>
    /// <returns>
    /// The removed waiters as a list that is linked by <see cref="SendWaiter.Next"/>: senders, then flushes, the one that has waited longest first.
    /// </returns>
    internal SendWaiter? TakeReached(long written)
    {
        SendWaiter? first = null;
        SendWaiter? last = null;
        TakeReached(_senders, written, ref first, ref last);
        TakeReached(_flushes, written, ref first, ref last);
        return first;
    }

    /// <summary>Keeps a waiter for the next caller.</summary>
    internal void Recycle(SendWaiter waiter)
    {
        waiter.Next = _idle;
        _idle = waiter;
    }

    private static void TakeReached(LinkedList<SendWaiter> list, long written, ref SendWaiter? first, ref SendWaiter? last)
    {
        while (list.First is { Value: { } waiter } && written >= waiter.Target)
        {
            list.RemoveFirst();
            first ??= waiter;
            last?.Next = waiter;
            last = waiter;
        }
    }
}
