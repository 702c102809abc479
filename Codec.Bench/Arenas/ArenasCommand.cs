namespace Codec.Bench.Arenas;

/// <summary><c>-- arenas</c>: checks and measures arenas, and prints their tables.</summary>
internal static class ArenasCommand
{
    /// <summary>
    /// Runs the command for the tables that are named, such as <c>mk48</c> or <c>fory</c>, or for all. The exit code is 1 if this library
    /// lost a row or missed a target.
    /// </summary>
    internal static int Run(IReadOnlyList<string> names)
    {
        string[] all = [.. ArenaPage.Page.Groups.Select(NameOf)];
        if (names.Except(all).FirstOrDefault() is { } unknown)
        {
            throw new ArgumentException($"There is no arena '{unknown}'; there are {string.Join(", ", all)}.", nameof(names));
        }

        Group[] groups = [.. ArenaPage.Page.Groups.Where(group => names.Count == 0 || names.Contains(NameOf(group)))];
        foreach (Arena arena in ArenaList.All.Where(arena => groups.SelectMany(group => group.Questions).Any(question => IsOf(question, arena))))
        {
            ArenaCheck.Run(arena);
            Console.Error.WriteLine($"{arena.Name}: the sides agree.");
        }

        List<Answer> answers = [];
        foreach (Question question in groups.SelectMany(group => group.Questions))
        {
            Console.Error.WriteLine(question.Id);
            answers.Add(ReportCommand.Answer(question));
        }

        Results results = new(ArenaPage.Page.Id, Machine.Commit(), Machine.Name, "", [Machine.Runtime], 0, answers);
        Console.Out.WriteLine($"{results.Machine}; {Machine.Runtime}; {CppWorkload.Libraries()}; commit {results.Commit}");
        foreach (Group group in groups)
        {
            Console.Out.WriteLine($"\n{group.Title}\n{UnitTable.Of(group, results)}");
        }

        Question[] questions = [.. groups.SelectMany(group => group.Questions)];
        string[] rows = [.. questions.Select(question => UnitTable.Result(question, results.Find(question)))];
        bool?[] targets = [.. questions.SelectMany(question => question.Targets.Select(target => target.IsMet(results.Find(question))))];
        int lost = rows.Count(row => row.Length > 0);
        int missed = targets.Count(isMet => isMet == false);
        Console.Out.WriteLine($"Rows: {rows.Length}, with a loss: {lost}. Targets: {targets.Length}, missed: {missed}.");
        return lost + missed > 0 ? 1 : 0;
    }

    private static string NameOf(Group group) => group.Title.Split(':')[0];

    private static bool IsOf(Question question, Arena arena) => question.Id.StartsWith($"arena-{arena.Name}-", StringComparison.Ordinal);
}
