using System.Text.Encodings.Web;
using System.Text.Json;

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

    /// <summary>Measures and prints. The exit code is 1 if a question has no answer, because no way settled.</summary>
    internal static int Run(bool asJson)
    {
        long start = Environment.TickCount64;
        List<Ranked> answers = [];
        foreach ((string title, Question question) in Plan.Ranking)
        {
            Console.Error.WriteLine($"[{answers.Count + 1}/{Plan.Ranking.Count}] {title}");
            Sample[][] processes = [.. Enumerable.Range(0, Processes)
                .Select(_ => PairedMeasurer.Start("ranking", [.. question.Ways.Select(way => way.Benchmark)], 0))];
            answers.Add(new Ranked(title, question.Limit, Answer.Of(question, processes).Ranked(question.Limit)));
        }

        if (asJson)
        {
            Console.Out.WriteLine(JsonSerializer
                .Serialize(new { Machine = Machine.Name, Machine.Runtime, Questions = answers.Select(ToJson) }, Options));
        }
        else
        {
            RankingTable.Print(BenchConsole.ForStandardOutput(), answers, string.Create(
                CultureInfo.InvariantCulture,
                    $"{Machine.Name}; {Machine.Runtime}; {DateTime.UtcNow:yyyy-MM-dd}; {(Environment.TickCount64 - start) / 1000} s"));
        }

        return answers.TrueForAll(answer => answer.Rows.Any(row => row.Rank == 1)) ? 0 : 1;
    }

    private static object ToJson(Ranked answer) => new
    {
        answer.Title,
        Ways = answer.Rows.Select(ranked =>
            new
            {
                ranked.Row.Name,
                ranked.Rank,
                Nanoseconds = ranked.Row.Figure,
                ranked.Row.Low,
                ranked.Row.High,
                BytesAllocated = ranked.Row.Bytes
            }),
    };
}
