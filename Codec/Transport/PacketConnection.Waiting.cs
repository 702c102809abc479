using System.Threading;
using System.Threading.Tasks;

namespace Codec.Transport;

/// <content>Callers that wait for what they sent.</content>
public sealed partial class PacketConnection
{
    private SendWaiter? _waiters;
    private SendWaiter? _idleWaiters;

    /// <summary>Takes a waiter out of the list of those that wait.</summary>
    /// <returns><see langword="false"/> where it does not wait any more.</returns>
    internal bool Forget(SendWaiter waiter)
    {
        lock (_lock)
        {
            SendWaiter? before = null;
            for (SendWaiter? at = _waiters; at is not null; before = at, at = at.Next)
            {
                if (ReferenceEquals(at, waiter))
                {
                    Unlink(before, at);
                    return true;
                }
            }

            return false;
        }
    }

    /// <summary>Keeps a waiter for the next caller.</summary>
    internal void Recycle(SendWaiter waiter)
    {
        lock (_lock)
        {
            waiter.Next = _idleWaiters;
            _idleWaiters = waiter;
        }
    }

    private ValueTask WaitForWrittenAsync(long target, CancellationToken cancellationToken)
    {
        SendWaiter waiter;
        bool writes = false;
        lock (_lock)
        {
            if (_written >= target)
            {
                return default;
            }

            if (_failure is not null)
            {
                return new ValueTask(Task.FromException(CreateClosed()));
            }

            if (cancellationToken.IsCancellationRequested)
            {
                return new ValueTask(Task.FromCanceled(cancellationToken));
            }

            waiter = _idleWaiters ?? new SendWaiter(this);
            _idleWaiters = waiter.Next;
            waiter.Target = target;
            waiter.Next = _waiters;
            _waiters = waiter;
            if (!_isWriting)
            {
                // What waits for a block to be full waits no longer.
                _isWriting = writes = true;
                TakePending(_received.Received);
            }
        }

        // The write starts first, because the registration throws for a disposed source on .NET Framework, and _isWriting is set.
        if (writes)
        {
            Write(isCaller: true);
        }

        return waiter.WaitAsync(cancellationToken);
    }

    /// <summary>Takes those out that have waited long enough, or all once the connection failed, the longest first; the lock is held.</summary>
    private SendWaiter? TakeDone()
    {
        SendWaiter? done = null;
        SendWaiter? before = null;
        SendWaiter? at = _waiters;
        while (at is not null)
        {
            SendWaiter? next = at.Next;
            if (_written >= at.Target || _failure is not null)
            {
                Unlink(before, at);
                at.Next = done;
                done = at;
            }
            else
            {
                before = at;
            }

            at = next;
        }

        return done;
    }

    private void Unlink(SendWaiter? before, SendWaiter waiter)
    {
        if (before is null)
        {
            _waiters = waiter.Next;
        }
        else
        {
            before.Next = waiter.Next;
        }

        waiter.Next = null;
    }

    /// <summary>
    /// Lets go those that <see cref="TakeDone"/> gave, without the lock: on the thread pool, or the last of them here, where this thread has nothing
    /// else to do.
    /// </summary>
    private void Release(SendWaiter? done, bool mayGoOnHere)
    {
        while (done is not null)
        {
            // Once it goes on, it may be in another list.
            SendWaiter? next = done.Next;
            done.Next = null;
            done.End(Volatile.Read(ref _written) >= done.Target ? null : CreateClosed(), here: mayGoOnHere && next is null);
            done = next;
        }
    }
}
