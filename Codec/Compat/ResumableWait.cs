#if !NET
using System;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>
/// Waits for operations that cannot be cancelled, one at a time. If a wait is cancelled, its operation continues, and the next wait must be for it.
/// </summary>
internal sealed class ResumableWait<T>
{
    /// <summary>Gets the operation of the wait in progress or, after a wait was cancelled, the operation that continues.</summary>
    internal Task<T>? Pending { get; private set; }

    /// <summary>Waits for an operation. It must be <see cref="Pending"/> if that is not <see langword="null"/>.</summary>
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

    /// <summary>Ignores a later failure of the pending operation.</summary>
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
