using System;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using Codec.Compat;

namespace Codec.Transport;

/// <summary>A caller that waits until enough bytes have been written. It is reused, so that waiting does not allocate.</summary>
/// <remarks>The caller resumes in a work item of the thread pool, unless the writing thread has nothing left to write.</remarks>
internal sealed class SendWaiter(SendQueue queue) : PoolWork, IValueTaskSource
{
    private ManualResetValueTaskSourceCore<bool> _source;
    private CancellationTokenRegistration _registration;
    private CancellationToken _cancellation;
    private Exception? _error;

    /// <summary>The number of bytes that must have been written since the connection was made.</summary>
    internal long Target { get; set; }

    /// <summary>The next waiter in the list that this one is in. Requires the connection's lock.</summary>
    internal SendWaiter? Next { get; set; }

    public override void Execute()
    {
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

        // Waits for a running cancellation callback, which uses this waiter.
        _registration.Dispose();
        try
        {
            _source.GetResult(token);
        }
        finally
        {
            _registration = default;
            _cancellation = default;
            _error = null;
            _source.Reset();
            queue.Recycle(this);
        }
    }

    /// <summary>Returns the task of a waiter that was added to the queue's list.</summary>
    internal ValueTask WaitAsync(CancellationToken cancellationToken)
    {
        short version = _source.Version;
        if (cancellationToken.CanBeCanceled)
        {
            _cancellation = cancellationToken;
            _registration = cancellationToken.Register(static waiter => ((SendWaiter)waiter!).Cancel(), this, useSynchronizationContext: false);
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

    private void Cancel()
    {
        if (queue.TryRemove(this))
        {
            End(new OperationCanceledException(_cancellation), isInline: false);
        }
    }
}
