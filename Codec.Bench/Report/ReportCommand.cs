using Codec.Bench.Scale;

namespace Codec.Bench.Report;

internal static class ReportCommand
{
    private const string Folder = "docs/benchmarks";
    private const int Processes = 3;

    internal static void Run(IReadOnlyList<Page> measured)
    {
        foreach (Page page in measured)
        {
            File.WriteAllText(Path.Combine(Programs.Root, Folder, "results", page.Id + ".json"), Measure(page).ToJson());
        }

        // The saved figures are rounded.
        Dictionary<string, Results> results = Load();
        foreach ((string file, string text) in Pages(results))
        {
            File.WriteAllText(Path.Combine(Programs.Root, file), text);
        }

        foreach (Page page in Plan.Pages.Where(page => results.ContainsKey(page.Id)))
        {
            foreach (Group group in page.Groups.Where(group => group.Chart is not null))
            {
                Chart.Save(group, results[page.Id], Path.Combine(Programs.Root, Folder, group.Chart + ".png"));
            }
        }
    }

    /// <summary>Returns the first page that is not written from the saved figures, or <see langword="null"/>.</summary>
    internal static string? FirstStale() =>
        Pages(Load()).FirstOrDefault(page => File.ReadAllText(Path.Combine(Programs.Root, page.File)) != page.Text).File;

    private static Results Measure(Page page)
    {
        List<string> runtimes = [];
        List<Answer> answers = [];
        ScaleFigures scale = new();
        page.Prepare?.Invoke();
        foreach (Question question in page.Questions)
        {
            Console.Out.WriteLine($"[{page.Id} {answers.Count + 1}/{page.Questions.Count()}] {question.Id}");
            try
            {
                Answer answer = question.ScaleCase is { } growth ? scale.Answer(question, growth, Processes)
                    : question.Host is { } host ? host.Answer(question, "report", Processes)
                    : Answer(question);
                answers.Add(answer);
                if (answer.Rows.Count > 0)
                {
                    runtimes.Add(question.Host?.Version
                        ?? (CppWorkload.Is(question.Ways[0].Benchmark) ? CppWorkload.Libraries() : Machine.Runtime));
                }
            }
            catch (Exception failure) when (CanLack(question) && ExpectedFailure.Message(failure) is { } message)
            {
                answers.Add(new Answer(question.Id, []));
                Console.Out.WriteLine("  not measured: " + message);
            }
        }

        return new Results(page.Id, Machine.Commit(), Machine.Name, DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
            [.. runtimes.Distinct()], Processes, answers);
    }

    /// <summary>Measures benchmarks. Ways that need what is not installed have no figures.</summary>
    internal static Answer Answer(Question question)
    {
        List<Way> ways = [];
        foreach (Way way in question.Ways)
        {
            if (NeedsAttribute.FirstMissing(way.Benchmark) is { } missing)
            {
                Console.Out.WriteLine($"  {missing} is missing: {way.Benchmark} is not measured.");
            }
            else
            {
                ways.Add(way);
            }
        }

        return ways.Count == 0 ? new Answer(question.Id, []) : Report.Answer.Of(question with { Ways = ways },
            [.. Enumerable.Range(0, Processes).Select(process =>
                PairedMeasurer.Start(question.Plan, [.. ways.Select(way => way.Benchmark)], process))]);
    }

    // Another runtime, many connections, or a tool. What fails elsewhere is an error, such as a serializer that loses a field.
    private static bool CanLack(Question question) => question.Host is not null || question.ScaleCase is not null
        || question.Ways.Any(way => NeedsAttribute.FirstMissing(way.Benchmark) is not null);

    private static Dictionary<string, Results> Load() => Directory.GetFiles(Path.Combine(Programs.Root, Folder, "results"), "*.json")
        .Select(file => Results.FromJson(File.ReadAllText(file), file)).ToDictionary(results => results.Page);

    private static IEnumerable<(string File, string Text)> Pages(Dictionary<string, Results> results) =>
    [
        ("docs/benchmarks.md", Markdown.Front(Plan.Pages, results)),
        .. Plan.Pages.Select(page => ($"{Folder}/{page.Id}.md", Markdown.Of(page, results.GetValueOrDefault(page.Id)))),
        ("README.md", Markdown.Readme(File.ReadAllText(Path.Combine(Programs.Root, "README.md")), Plan.Headlines, results)),
    ];
}
