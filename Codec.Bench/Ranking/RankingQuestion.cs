namespace Codec.Bench.Ranking;

/// <summary>What a ranking answers.</summary>
/// <param name="Title">Over the table.</param>
/// <param name="Goal">How the advice begins: <c>To write a header into a span</c>.</param>
/// <param name="Baseline">The entry whose time is 1.</param>
/// <param name="BaselineInWords">The baseline in the advice: <c>a raw 32-bit store</c>.</param>
/// <param name="BaselineIsLimit">Whether the baseline is what the machine can do at best, and no choice.</param>
/// <param name="Default">The entry that the library itself uses.</param>
public sealed record RankingQuestion(string Title, string Goal, string Baseline, string BaselineInWords, bool BaselineIsLimit, string Default);
