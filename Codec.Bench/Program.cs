using System.CommandLine;
using BenchmarkDotNet.Running;
using Codec.Bench;
using Codec.Bench.Arenas;
using Codec.Bench.Budgets;
using Codec.Bench.Ranking;
using Codec.Bench.Scale;

try
{
    return args switch
    {
        [PairedMeasurer.Verb, string plan, string reference, .. string[] benchmarks] =>
            Done(() => PairedMeasurer.Run(plan, int.Parse(reference, CultureInfo.InvariantCulture), benchmarks)),
        [ServerWorker.Verb, string kind, string packetSize] =>
            Done(() => ServerWorker.Run(Enum.Parse<ServerKind>(kind), int.Parse(packetSize, CultureInfo.InvariantCulture))),
        ["--filter" or "--list" or "--info" or "--job" or "--join", ..] =>
            BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args).Any() || args[0] != "--filter" ? 0 : 1,
        _ => Root().Parse(args).Invoke(new InvocationConfiguration { EnableDefaultExceptionHandler = false }),
    };
}
catch (Exception failure) when (ExpectedFailure.Message(failure) is { } message)
{
    Console.Error.WriteLine(message);
    return 2;
}

static RootCommand Root()
{
    Option<bool> json = new("--json") { Description = "Prints the ranking as JSON." };
    RootCommand root = new("Ranks header writers, ways to make a packet, serializers and streams. --filter '*Name*' runs BenchmarkDotNet.") { json };
    root.SetAction(result => RankingCommand.Run(result.GetValue(json)));

    Option<string[]> filter = new("--filter") { Description = "Only names that start with a pattern.", AllowMultipleArgumentsPerToken = true };
    Option<bool> list = new("--list") { Description = "Prints the budgets without measuring." };
    Command budgets = new("budgets", "Measures every budget; exits with 1 if one is missed.") { filter, list };
    budgets.SetAction(result => BudgetsCommand.Run(result.GetValue(filter) ?? [], result.GetValue(list)));

    Option<string[]> only = new("--only") { Description = "Only these pages.", AllowMultipleArgumentsPerToken = true };
    only.AcceptOnlyFromAmong([.. Plan.Pages.Select(page => page.Id)]);
    Option<bool> render = new("--render") { Description = "Writes the pages from the saved figures, without measuring." };
    Command report = new("report", "Measures pages, and writes docs/benchmarks.md, docs/benchmarks/ and the README's table.") { only, render };
    report.SetAction(result => ReportCommand.Run(result.GetValue(render) ? [] : Chosen(result.GetValue(only))));

    Argument<string[]> names = new("name") { Description = "Only these arenas.", Arity = ArgumentArity.ZeroOrMore };
    Command arenas = new("arenas", "Compares the shapes of public benchmarks, and says who won, who lost, and which targets are met.") { names };
    arenas.SetAction(result => ArenasCommand.Run(result.GetValue(names) ?? []));

    Command smoke = new("smoke", "Runs each benchmark once, without measuring.");
    smoke.SetAction(_ => SmokeCommand.Run());
    foreach (Command command in (Command[])[budgets, report, arenas, smoke])
    {
        root.Subcommands.Add(command);
    }

    return root;
}

static IReadOnlyList<Page> Chosen(string[]? ids) => [.. Plan.Pages.Where(page => ids is null or [] || ids.Contains(page.Id))];

static int Done(Action action)
{
    action();
    return 0;
}
