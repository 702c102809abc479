using System.Text.Encodings.Web;

namespace Codec.Bench.Ranking;

/// <summary>Without a command: ranks header writers, ways to make a packet, serializers and streams on this machine.</summary>
internal static class RankingCommand
{
    private const int Processes = 3;

    private static readonly JsonSerializerOptions Options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Measures and prints. The exit code is 1 if a question has no answer, because the ways of a side did not settle.</summary>
    internal static int Run(bool asJson)
    {
        var watch = Stopwatch.StartNew();
        List<Ranked> answers = Measure(() => watch.Elapsed);
        if (asJson)
        {
            Console.Out.WriteLine(JsonSerializer
                .Serialize(new { Machine = Machine.Name, Machine.Runtime, Questions = answers.Select(ToJson) }, Options));
        }
        else
        {
            RankingTable.Print(BenchConsole.ForStandardOutput(), answers, string.Create(
                CultureInfo.InvariantCulture,
                    $"{Machine.Name}; {Machine.Runtime}; {DateTime.UtcNow:yyyy-MM-dd}; {watch.Elapsed.TotalSeconds:0} s"));
        }

        return answers.TrueForAll(answer => answer.Pair is not null) ? 0 : 1;
    }

    private static List<Ranked> Measure(Func<TimeSpan> clock)
    {
        List<Ranked> answers = [];
        using RankingProgress progress = new(Console.Error, Console.IsErrorRedirected, Processes * Plan.Ranking.Count, clock);
        progress.Announce(Plan.Ranking.Count);
        foreach ((string title, Question question) in Plan.Ranking)
        {
            List<Sample[]> processes = [];
            while (processes.Count < Processes)
            {
                progress.Next(title, isNewQuestion: processes.Count == 0);
                processes.Add(PairedMeasurer.Start("ranking", [.. question.Ways.Select(way => way.Benchmark)], processes.Count));
            }

            answers.Add(Ranked.Of(title, question, processes));
        }

        return answers;
    }

    private static object ToJson(Ranked answer) => new
    {
        answer.Title,
        answer.Pair,
        answer.Unsettled,
        Ways = answer.Rows.Select(one => new
        {
            one.Row.Name,
            one.Rank,
            Nanoseconds = one.Row.Figure,
            one.Row.Low,
            one.Row.High,
            BytesAllocated = one.Row.Bytes,
        }),
    };
}
