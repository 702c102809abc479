namespace Codec.Bench.Ranking;

/// <summary>A question of the ranking.</summary>
/// <param name="Title">The title of the table.</param>
/// <param name="Goal">The start of the advice: <c>To write a header into a span</c>.</param>
/// <param name="Baseline">The entry whose time is 1.</param>
/// <param name="BaselineInWords">The baseline in the advice: <c>a raw 32-bit store</c>.</param>
/// <param name="BaselineIsLimit">Whether the baseline is the limit of the machine, and not a choice.</param>
/// <param name="Default">The entry that the library itself uses.</param>
public sealed record RankingQuestion(string Title, string Goal, string Baseline, string BaselineInWords, bool BaselineIsLimit, string Default);
