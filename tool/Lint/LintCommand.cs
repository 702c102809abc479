namespace Codec.Cli.Lint;

internal static class LintCommand
{
    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        Argument<string[]> files = new("FILE") { Description = "The schemas (.fbs).", Arity = ArgumentArity.OneOrMore };
        Option<string[]> includes = OptionValues.Includes();
        Option<string[]> excluded = FindingPrinter.ExcludeOption(LintRule.All.Select(rule => rule.Name));
        Option<bool> json = FindingPrinter.JsonOption();
        files.Validators.Add(OptionValues.RejectNoFile);
        Command command = new("lint", "Find what schemas allow and games regret. Example: codec lint game.fbs --exclude ENUM_TOO_WIDE")
        {
            files, includes, excluded, json,
        };
        command.SetAction(result => ExitCode.Of(error, () =>
        {
            SchemaFiles read = new();
            SchemaSource[] roots = [.. (result.GetValue(files) ?? []).Select(read.Read)];
            SchemaResult compiled = SchemaCompiler.Compile(roots, read.Find, (result.GetValue(includes) ?? []).Select(Path.GetFullPath));
            if (compiled.Model is not { } model)
            {
                new DiagnosticPrinter(error, read.TextOf, SchemaFiles.NameOf).Print(compiled);
                throw new CommandFailedException("The schemas have errors.");
            }

            FindingPrinter printer = new(output, result.GetValue(json), read.TextOf, SchemaFiles.NameOf);
            HashSet<string> ignored = [.. result.GetValue(excluded) ?? []];
            Finding[] findings =
            [
                .. compiled.Diagnostics.Select(warning => new Finding("warning", warning.Rule.Id, warning.Span, warning.Message, "", [])),
                .. SchemaLinter.Lint(model).Where(finding => !ignored.Contains(finding.Rule)),
            ];
            Array.ForEach(findings, printer.Print);
            printer.PrintEnd($"{Counted.Of(findings.Length, "finding")}: {Counted.Of(model.Packets.Count, "packet")}, {Counted.Of(model.Types.Count(), "type")}");
            return findings.Length == 0 ? ExitCode.Ok : ExitCode.Findings;
        }));
        return command;
    }
}
