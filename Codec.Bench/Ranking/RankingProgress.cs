namespace Codec.Bench.Ranking;

/// <summary>Says what the ranking measures, and how long it will take.</summary>
internal sealed class RankingProgress(TextWriter writer, bool isRedirected, int processes, Func<TimeSpan> clock) : IDisposable
{
    // On two idle cores.
    private static readonly TimeSpan Process = TimeSpan.FromSeconds(2);

    private readonly TimeSpan _start = clock();
    private int _done;

    internal void Announce(int questions) =>
        writer.WriteLine($"Measures {questions} questions, {processes} processes: about {Whole(Process * processes)} s on two idle cores.");

    /// <summary>Shows the next process with the time left: in one line of a terminal, or in a line of a file for each question.</summary>
    internal void Next(string title, bool isNewQuestion)
    {
        TimeSpan each = _done == 0 ? Process : (clock() - _start) / _done;
        string line = $"[{_done + 1}/{processes}] {title}: {Whole(each * (processes - _done))} s left";
        _done++;
        if (!isRedirected)
        {
            writer.Write("\r" + line.PadRight(RankingTable.Width - 1));
        }
        else if (isNewQuestion)
        {
            writer.WriteLine(line);
        }
    }

    public void Dispose() => writer.Write(isRedirected ? "" : "\r" + new string(' ', RankingTable.Width - 1) + "\r");

    private static double Whole(TimeSpan time) => Math.Ceiling(time.TotalSeconds);
}
