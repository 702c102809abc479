using System;
using System.IO;
using System.Threading;
using Codec.Cli.Traffic;
using Spectre.Console;

namespace Codec.Cli.Reading;

/// <summary>Shows on the standard error how much of a file has been read.</summary>
internal static class Progress
{
    // A file that is read sooner needs no progress.
    private const long LeastLength = 64 * 1024 * 1024;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    /// <summary>Runs work that reads a file.</summary>
    /// <param name="error">The standard error.</param>
    /// <param name="output">What is written while the file is read; the progress must not stand between its lines.</param>
    /// <param name="stream">The file.</param>
    /// <param name="work">The work.</param>
    /// <returns>The exit code of the work.</returns>
    public static int Run(IAnsiConsole error, Utf8Output? output, SourceStream stream, Func<int> work)
    {
        bool isShown = !Console.IsErrorRedirected && (output is null || Console.IsOutputRedirected) && !stream.IsFollowing && Length(stream) >= LeastLength;
        if (!isShown)
        {
            return work();
        }

        return error.Progress().AutoClear(true).Columns(new TaskDescriptionColumn(), new ProgressBarColumn(), new PercentageColumn(), new RemainingTimeColumn()).Start(context =>
        {
            ProgressTask task = context.AddTask("reading", maxValue: Length(stream));
            using Timer timer = new(_ => task.Value = stream.Position, null, Interval, Interval);
            return work();
        });
    }

    private static long Length(SourceStream stream)
    {
        try
        {
            return stream.Length;
        }
        catch (Exception exception) when (exception is NotSupportedException or IOException)
        {
            // A pipe has no length.
            return 0;
        }
    }
}
