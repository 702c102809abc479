namespace Codec.Compat;

/// <summary>
/// Waits for operations that cannot be cancelled, one at a time. If a wait is cancelled, its operation continues, and the next wait must be for it.
/// </summary>
internal sealed class UncancelableWait<T>
{
    private Task<T>? _pending;

    /// <summary>Gets the pending operation: that of the current wait, or the one that a cancelled wait has left running.</summary>
    internal Task<T>? Pending => _pending;

    /// <summary>Waits for an operation. It must be <see cref="Pending"/> if that is not <see langword="null"/>.</summary>
    internal ValueTask<T> WaitAsync(Task<T> operation, CancellationToken cancellationToken)
    {
        if (operation.IsCompleted || !cancellationToken.CanBeCanceled)
        {
            _pending = null;
            return new ValueTask<T>(operation);
        }

        _pending = operation;
        return WaitCancelableAsync(operation, cancellationToken);
    }

    /// <summary>Disposes the result of the pending operation when it ends, or ignores its failure. A wait in progress then throws an exception.</summary>
    internal void Abandon() => Interlocked.Exchange(ref _pending, null)?.ContinueWith(
        static operation =>
        {
            if (operation.Status == TaskStatus.RanToCompletion)
            {
                (operation.Result as IDisposable)?.Dispose();
            }
            else
            {
                _ = operation.Exception;
            }
        },
        CancellationToken.None,
        TaskContinuationOptions.ExecuteSynchronously,
        TaskScheduler.Default);

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

        bool isAbandoned = Interlocked.CompareExchange(ref _pending, null, operation) != operation;
        T result = await operation.ConfigureAwait(false);
        if (isAbandoned)
        {
            Throw.Disposed(typeof(T).Name);
        }

        return result;
    }
}
