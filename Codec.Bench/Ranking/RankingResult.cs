using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Codec.Bench.Ranking;

/// <summary>The result of a run of the ranking.</summary>
/// <param name="Machine">The processor, the cores and the system.</param>
/// <param name="Runtime">The runtime.</param>
/// <param name="Date">The date, as <c>2026-11-22</c>.</param>
/// <param name="Processes">The number of processes in which each figure was measured.</param>
/// <param name="Seconds">The duration of the run in seconds.</param>
/// <param name="Noise">The noise of the run.</param>
/// <param name="Answers">The questions with their answers.</param>
public sealed record RankingResult(
    string Machine, string Runtime, string Date, int Processes, double Seconds, RankingNoise Noise, IReadOnlyList<RankingAnswer> Answers)
{
    private static readonly JsonSerializerOptions Options = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Gets whether every question has an answer.</summary>
    public bool IsRanked => Answers.All(answer => answer.IsRanked);

    /// <summary>Returns the run as JSON. Times are in nanoseconds. A rank of 0 is a limit, or a way that cannot be ranked.</summary>
    public string ToJson() => JsonSerializer.Serialize(
        new
        {
            Machine,
            Runtime,
            Date,
            Processes,
            Seconds = Math.Round(Seconds, 1),
            IsRanked,
            Noise,
            Questions = Answers.Select(answer => new
            {
                answer.Question.Title,
                Winner = answer.Winner?.Entry.Name,
                Advice = RankingAdvice.Sentence(answer.Question, answer.Ranked),
                answer.Question.Baseline,
                Ways = answer.Ranked.Select(row => new
                {
                    row.Entry.Name,
                    row.Rank,
                    row.Entry.Nanoseconds,
                    row.Entry.Noise,
                    row.Ratio,
                    row.Entry.BytesAllocated,
                    row.Entry.IsLimit,
                    Settling = row.Entry.Settling.ToString(),
                }),
            }),
        },
        Options);
}
