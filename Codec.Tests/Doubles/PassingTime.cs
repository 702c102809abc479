using System;
using System.Threading.Tasks;
using Microsoft.Extensions.Time.Testing;

namespace Codec.Tests.Doubles;

/// <summary>Advances a clock while a task runs.</summary>
internal static class PassingTime
{
    /// <summary>The step. It is short compared with the deadlines of the tests, so that a deadline expires in the expected step.</summary>
    public static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);

    /// <summary>
    /// Advances the clock step by step until the task has ended. Between two steps, threads complete the work that the last step started.
    /// </summary>
    public static async Task UntilAsync(this FakeTimeProvider clock, Task task)
    {
        while (!task.IsCompleted)
        {
            clock.Advance(Step);
            await Task.WhenAny(task, Task.Delay(1));
        }
    }
}
