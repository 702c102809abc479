using System;
using System.Threading;
using Spectre.Console;

namespace Codec.Cli;

/// <summary>Shows on the standard error how far long work is, if the standard error is a terminal.</summary>
internal static class Progress
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    /// <summary>Gets whether progress can be shown.</summary>
    public static bool IsPossible => !Console.IsErrorRedirected;

    /// <summary>Runs work and shows its progress until it ends. Nothing else may write to the terminal meanwhile.</summary>
    /// <typeparam name="T">What the work returns.</typeparam>
    /// <param name="error">The standard error.</param>
    /// <param name="what">Says what is done, in a few words. Called from another thread.</param>
    /// <param name="total">The position at the end of the work, or 0 if it is not known.</param>
    /// <param name="position">Returns how far the work is. Called from another thread.</param>
    /// <param name="work">The work.</param>
    /// <returns>What the work returns.</returns>
    public static T Show<T>(IAnsiConsole error, Func<string> what, long total, Func<long> position, Func<T> work)
    {
        int width = error.Profile.Width;
        // Some terminals begin a new line after the last column.
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
