using System;
using System.Threading.Tasks;
using Microsoft.Extensions.Time.Testing;

namespace Codec.Tests.Doubles;

/// <summary>Moves a clock while a task runs.</summary>
internal static class PassingTime
{
    /// <summary>Short against the deadlines of the tests, so that a deadline ends in the step that it belongs to.</summary>
    public static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);

    /// <summary>Moves the clock step by step until the task has ended. Between two steps, threads do what the last one started.</summary>
    public static async Task UntilAsync(this FakeTimeProvider clock, Task task)
    {
        while (!task.IsCompleted)
        {
            clock.Advance(Step);
            await Task.WhenAny(task, Task.Delay(1));
        }
    }
}
