namespace Codec.Bench.Report;

/// <summary>
/// Writes a table with questions as rows, and ways as columns. The figures are ratios to the unit of the question. The last columns say which of this
/// library's ways is not the fastest in its language, and which targets are met.
/// </summary>
public static class UnitTable
{
    private const string Cpp = " C++";
    private const string Nothing = "–";

    public static string Of(Group group, Results? results)
    {
        string[] ways = [.. group.Questions.SelectMany(question => question.Ways).Select(way => way.Name).Distinct()];
        HashSet<string?> limits = [.. group.Questions.Select(question => question.Limit)];
        StringBuilder text = new();
        string names = string.Join(" | ", ways.Select(way => limits.Contains(way) ? "limit: " + way : way));
        text.Append(CultureInfo.InvariantCulture, $"| | {names} | lost | targets |\n");
        text.Append(CultureInfo.InvariantCulture, $"|---|{string.Concat(ways.Select(_ => "---:|"))}---|---|\n");
        foreach (Question question in group.Questions)
        {
            Answer? answer = results?.Find(question);
            Append(text, question.Title, ways.Select(way => Time(question, answer, way)), Result(question, answer), question, answer, isSize: false);
            if (question.SizeTitle is { } title)
            {
                Append(text, title, ways.Select(way => Size(answer, way)), "", question, answer, isSize: true);
            }
        }

        return text.ToString();
    }

    /// <summary>Returns the ways of this library that are not the fastest of their language, with the way that is.</summary>
    public static string Result(Question question, Answer? answer)
    {
        List<string> results = [];
        foreach (string own in question.Ways.Select(way => way.Name).Where(question.Own.Contains))
        {
            string[] peers = [.. question.Ways.Select(way => way.Name).Where(question.IsPeer)];
            string[] same = [.. peers.Where(peer => IsCpp(peer) == IsCpp(own))];
            if (answer?.Fastest(name => name == own) is { } row && answer.Fastest((same.Length > 0 ? same : peers).Contains) is { } best && row.Figure > best.Figure)
            {
                results.Add($"{Short(own)} **to {best.Name}**");
            }
        }

        return string.Join("; ", results);
    }

    private static void Append(
        StringBuilder text, string title, IEnumerable<string> cells, string result, Question question, Answer? answer, bool isSize)
    {
        IEnumerable<string> targets = question.Targets.Where(target => target.Kind == TargetKind.Size == isSize)
            .Select(target => Text(target, question, answer));
        text.Append(CultureInfo.InvariantCulture, $"| {title} | {string.Join(" | ", cells)} | {result} | {string.Join("; ", targets)} |\n");
    }

    private static string Text(Target target, Question question, Answer? answer)
    {
        string of = (target.Kind == TargetKind.Allocated ? " in bytes" : "") + (target.Baseline == question.Unit ? "" : $" of {target.Baseline}");
        string limit = string.Create(CultureInfo.InvariantCulture, $"{Short(target.Way)} ≤ {target.Most:0.00##}{of}");

        // The table has the ratios of times to the unit.
        bool isShown = target.Kind == TargetKind.Time && target.Baseline == question.Unit;
        return target.Ratio(answer) is { } ratio ? $"{limit}{(isShown ? "" : ": " + Digits(ratio))} {(target.IsMet(answer) == true ? "met" : "**missed**")}" : limit;
    }

    private static string Short(string own) => own.Split(' ')[^1];

    // The unit has its time. Every other way has its ratio to the unit.
    private static string Time(Question question, Answer? answer, string way)
    {
        Row? row = answer?.Rows.FirstOrDefault(row => row.Name == way);
        Row? unit = answer?.Rows.FirstOrDefault(row => row.Name == question.Unit);
        if (row is null)
        {
            return Nothing;
        }

        string bytes = row.Bytes >= 0.5 ? ", " + Figures.Bytes(row.Bytes) : "";
        return (row == unit || unit is null ? Figures.Time(row.Figure) : Digits(row.Figure / unit.Figure)) + bytes;
    }

    private static string Size(Answer? answer, string way) =>
        answer?.Rows.FirstOrDefault(row => row.Name == way)?.Payload is { } size ? size.ToString("N0", CultureInfo.InvariantCulture) : Nothing;

    private static bool IsCpp(string way) => way.EndsWith(Cpp, StringComparison.Ordinal);

    private static string Digits(double ratio) => ratio.ToString("0.000", CultureInfo.InvariantCulture);
}
