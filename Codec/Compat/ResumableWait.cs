#if !NET
using System;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>
/// Waiting for operations that know no token, one at a time: where a wait is cancelled, its operation goes on, and the next wait is to be for it.
/// </summary>
internal sealed class ResumableWait<T>
{
    /// <summary>The operation that goes on behind a wait that was cancelled.</summary>
    internal Task<T>? Pending { get; private set; }

    /// <summary>Waits for an operation: <see cref="Pending"/>, where there is one.</summary>
    internal ValueTask<T> WaitAsync(Task<T> operation, CancellationToken cancellationToken)
    {
        if (operation.IsCompleted || !cancellationToken.CanBeCanceled)
        {
            Pending = null;
            return new ValueTask<T>(operation);
        }

        Pending = operation;
        return WaitCancelableAsync(operation, cancellationToken);
    }

    /// <summary>Waits no more: what is pending may fail unseen.</summary>
    internal void Abandon() => Pending?.ContinueWith(static task => _ = task.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);

    private async ValueTask<T> WaitCancelableAsync(Task<T> operation, CancellationToken cancellationToken)
    {
        TaskCompletionSource<bool> canceled = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using (cancellationToken.Register(static state => ((TaskCompletionSource<bool>)state!).TrySetResult(true), canceled))
        {
            if (await Task.WhenAny(operation, canceled.Task).ConfigureAwait(false) != operation)
            {
                throw new OperationCanceledException(cancellationToken);
            }
        }

        Pending = null;
        return await operation.ConfigureAwait(false);
    }
}
#endif
