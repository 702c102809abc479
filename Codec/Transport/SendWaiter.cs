using System;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using Codec.Compat;

namespace Codec.Transport;

/// <summary>A caller that waits until enough was written; used again by the next one, so that waiting allocates nothing.</summary>
/// <remarks>Goes on as a work item of the thread pool of its own where who writes goes on writing meanwhile.</remarks>
internal sealed class SendWaiter(PacketConnection connection) : PoolWork, IValueTaskSource
{
    private ManualResetValueTaskSourceCore<bool> _source;
    private CancellationTokenRegistration _registration;
    private CancellationToken _cancellation;
    private Exception? _error;

    /// <summary>The bytes that must be written, counted from the connection's start.</summary>
    internal long Target { get; set; }

    /// <summary>The next one in whichever list this is in; the connection's lock guards it.</summary>
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

        // Ends once a cancellation that is under way is through with this waiter.
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
            connection.Recycle(this);
        }
    }

    /// <summary>The task of the waiter, which is in the connection's list.</summary>
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

    /// <summary>Lets the caller go on; the waiter is in no list.</summary>
    internal void End(Exception? error, bool here)
    {
        _error = error;
        if (here)
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
        if (connection.Forget(this))
        {
            End(new OperationCanceledException(_cancellation), here: false);
        }
    }
}
