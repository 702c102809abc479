namespace Codec.Compat;

/// <summary>Waits for operations that cannot be cancelled.</summary>
internal static class TaskWaits
{
    /// <summary>Waits until a task has ended. If the wait is cancelled, the task continues, and its exception is ignored.</summary>
    internal static async ValueTask WaitAsync(Task task, CancellationToken cancellationToken)
    {
        if (!task.IsCompleted && cancellationToken.CanBeCanceled)
        {
            TaskCompletionSource<bool> canceled = new(TaskCreationOptions.RunContinuationsAsynchronously);
            using (cancellationToken.Register(static state => ((TaskCompletionSource<bool>)state!).TrySetResult(true), canceled))
            {
                await Task.WhenAny(task, canceled.Task).ConfigureAwait(false);
            }

            if (!task.IsCompleted)
            {
                _ = task.ContinueWith(static task => _ = task.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
                cancellationToken.ThrowIfCancellationRequested();
            }
        }

        await task.ConfigureAwait(false);
    }
}
