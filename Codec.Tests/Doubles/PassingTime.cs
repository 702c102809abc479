namespace Codec.Tests.Doubles;

/// <summary>Advances a clock while a task runs.</summary>
internal static class PassingTime
{
    /// <summary>The step. It is short compared with the deadlines of the tests, so that a deadline expires in the expected step.</summary>
    public static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);

    // Longer than every deadline of the tests. The steps take half a minute or more.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(10);

    /// <summary>
    /// Advances the clock step by step until the task has ended. Between two steps, threads complete the work that the last step started.
    /// </summary>
    /// <exception cref="TimeoutException">The task did not end within 10 minutes of the clock.</exception>
    public static async Task UntilAsync(this FakeTimeProvider clock, Task task)
    {
        DateTimeOffset end = clock.GetUtcNow() + Limit;
        while (!task.IsCompleted)
        {
            if (clock.GetUtcNow() >= end)
            {
                throw new TimeoutException(
                    $"The task has the status {task.Status} after {Limit.TotalMinutes:0} minutes of the clock. Expected that it has ended.");
            }

            clock.Advance(Step);
            await Task.WhenAny(task, Task.Delay(1));
        }
    }
}
