using System.Threading.Tasks.Sources;

namespace Codec.Transport;

/// <summary>A caller that waits until enough bytes have been written. It is reused, so that waiting does not allocate.</summary>
/// <remarks>The caller resumes in a work item of the thread pool, unless the writing thread has nothing left to write.</remarks>
internal sealed class SendWaiter : PoolWork, IValueTaskSource
{
    private readonly SendQueue _queue;
    private ManualResetValueTaskSourceCore<bool> _source;
    private CancellationTokenRegistration _registration;
    private CancellationToken _cancellation;
    private Exception? _error;

    // 1 if the registration was stored, or if the wait ended before. The later of both disposes the registration.
    private int _canDisposeRegistration;

    internal SendWaiter(SendQueue queue)
    {
        _queue = queue;
        Node = new LinkedListNode<SendWaiter>(this);
    }

    /// <summary>Gets the number of bytes that must have been written since the connection was made.</summary>
    internal long Target { get; private set; }

    /// <summary>Gets this waiter's node. It is in a list while the caller waits. Requires the connection's lock.</summary>
    internal LinkedListNode<SendWaiter> Node { get; }

    /// <summary>Gets or sets the next waiter in a list of waiters to resume, or to reuse.</summary>
    internal SendWaiter? Next { get; set; }

    public override void Execute()
    {
        // The caller may never await the task, and then does not call GetResult.
        DisposeRegistration();
        if (_error is null)
        {
            _source.SetResult(true);
        }
        else
        {
            _source.SetException(_error);
        }
    }

    public ValueTaskSourceStatus GetStatus(short token) => _source.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);

    public void GetResult(short token)
    {
        if (_source.GetStatus(token) == ValueTaskSourceStatus.Pending)
        {
            _source.GetResult(token);
        }

        try
        {
            _source.GetResult(token);
        }
        finally
        {
            _registration = default;
            _cancellation = default;
            _canDisposeRegistration = 0;
            _error = null;
            _source.Reset();
            _queue.Recycle(this);
        }
    }

    /// <summary>Prepares the waiter for a caller. Requires the connection's lock.</summary>
    internal void Begin(long target, CancellationToken cancellationToken)
    {
        Target = target;
        _cancellation = cancellationToken;
    }

    /// <summary>Returns the task of a waiter that was added to the queue's list.</summary>
    internal ValueTask WaitAsync()
    {
        short version = _source.Version;
        if (_cancellation.CanBeCanceled)
        {
            _registration = _cancellation.Register(static waiter => ((SendWaiter)waiter!).Cancel(), this, useSynchronizationContext: false);
            DisposeRegistration();
        }

        return new ValueTask(this, version);
    }

    /// <summary>Resumes the caller. The waiter must have been removed from its list.</summary>
    /// <param name="error">The exception that the caller gets, if any.</param>
    /// <param name="isInline">Whether the caller resumes inside this call.</param>
    internal void End(Exception? error, bool isInline)
    {
        _error = error;
        if (isInline)
        {
            Execute();
        }
        else
        {
            Queue();
        }
    }

    /// <summary>Disposes the registration in the second of two calls. Waits for a running cancellation callback, which uses this waiter.</summary>
    private void DisposeRegistration()
    {
        if (_cancellation.CanBeCanceled && Interlocked.Exchange(ref _canDisposeRegistration, 1) != 0)
        {
            _registration.Dispose();
        }
    }

    private void Cancel()
    {
        if (_queue.TryRemove(this))
        {
            End(new OperationCanceledException(_cancellation), isInline: false);
        }
    }
}
