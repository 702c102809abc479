namespace Codec.Cli;

/// <summary>Shows the progress of long operations on the standard error, if it is a terminal.</summary>
internal static class Progress
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    // Erases from the cursor to the end of the screen.
    private const string EraseBelow = "\x1b[J";

    // A process has one terminal.
    private static volatile bool _isShown;

    public static bool IsPossible => !Console.IsErrorRedirected;

    /// <summary>Writes a line to the standard error. If progress is shown, the line is above it, and is wrapped at the width of the terminal.</summary>
    public static void WriteLine(IAnsiConsole error, string line)
    {
        if (_isShown)
        {
            // The progress is drawn again after the line.
            error.WriteLine(error.Profile.Capabilities.Ansi ? EraseBelow + line : line);
        }
        else
        {
            ErrorText.Write(error.Profile.Out.Writer, line);
        }
    }

    /// <summary>Runs an operation and shows its progress until it ends. During this time, other code writes to the terminal only by <see cref="WriteLine"/>.</summary>
    public static T Show<T>(IAnsiConsole error, Func<string> what, long total, Func<long> position, Func<T> work)
    {
        int width = error.Profile.Width;
        // Some terminals start a new line after the last column.
        error.Profile.Width = (Console.WindowWidth > 0 ? Math.Min(Console.WindowWidth, NarrowTable.Columns) : NarrowTable.Columns) - 1;
        _isShown = true;
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
            _isShown = false;
            error.Profile.Width = width;
        }
    }
}
