using System;
using System.Threading;
using Spectre.Console;

namespace Codec.Cli;

/// <summary>Shows the progress of long operations on the standard error, if it is a terminal.</summary>
internal static class Progress
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    /// <summary>Gets whether progress can be shown.</summary>
    public static bool IsPossible => !Console.IsErrorRedirected;

    /// <summary>Runs an operation and shows its progress until it ends. During this time, no other code may write to the terminal.</summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    /// <param name="error">The standard error.</param>
    /// <param name="what">A delegate that returns a short description of the operation. It is called from another thread.</param>
    /// <param name="total">The position at the end of the operation, or 0 if it is not known.</param>
    /// <param name="position">A delegate that returns the current position. It is called from another thread.</param>
    /// <param name="work">The operation.</param>
    /// <returns>The result of the operation.</returns>
    public static T Show<T>(IAnsiConsole error, Func<string> what, long total, Func<long> position, Func<T> work)
    {
        int width = error.Profile.Width;
        // Some terminals start a new line after the last column.
        error.Profile.Width = (Console.WindowWidth > 0 ? Math.Min(Console.WindowWidth, NarrowTable.Columns) : NarrowTable.Columns) - 1;
        try
        {
            ProgressColumn[] columns = total > 0
                ? [new TaskDescriptionColumn(), new ProgressBarColumn(), new PercentageColumn(), new RemainingTimeColumn()]
                : [new SpinnerColumn(Spinner.Known.Line), new TaskDescriptionColumn(), new ElapsedTimeColumn()];
            return error.Progress().AutoClear(true).Columns(columns).Start(context =>
            {
                ProgressTask task = context.AddTask(Markup.Escape(what()), maxValue: Math.Max(1, total));
                using Timer timer = new(
                    _ =>
                    {
                        task.Description = Markup.Escape(what());
                        task.Value = position();
                    },
                    null,
                    Interval,
                    Interval);
                return work();
            });
        }
        finally
        {
            error.Profile.Width = width;
        }
    }
}
