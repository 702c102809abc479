using Codec.Cli.Revisions;
using Codec.Schema.Compare;

namespace Codec.Cli.Check;

/// <summary>The command <c>codec check</c>. It exits with 0 without breaking changes, 1 with breaking changes, and 2 if the schemas cannot be compared.</summary>
internal sealed class CheckCommand : Command
{
    private readonly Argument<string[]> _files = new("FILE") { Description = "The old schema and the new; with --against, the new.", Arity = ArgumentArity.OneOrMore };
    private readonly Option<string[]> _against = new("--against") { Description = "A git revision with the old schemas; repeatable.", HelpName = "REVISION" };
    private readonly Option<string> _releases = new("--releases") { Description = "A .cs or .hpp file to write.", HelpName = "OUTPUT" };
    private readonly Option<string[]> _includes = OptionValues.Includes();
    private readonly Option<string[]> _excluded = FindingPrinter.ExcludeOption(EvolutionRule.All.Select(rule => rule.Name));
    private readonly Option<string[]> _classes = new("--class") { Description = "Only what breaks wire, source or json; repeatable.", HelpName = "CLASS" };
    private readonly Option<bool> _json = FindingPrinter.JsonOption();
    private readonly IAnsiConsole _output;
    private readonly IAnsiConsole _error;

    public CheckCommand(IAnsiConsole output, IAnsiConsole error)
        : base("check", "Report changes of schemas that break old peers. Example: codec check --against main game.fbs")
    {
        _output = output;
        _error = error;
        _files.Validators.Add(OptionValues.RejectNoFile);
        Arguments.Add(_files);
        foreach (Option option in (Option[])[_against, _releases, _includes, _excluded, _classes, _json])
        {
            Options.Add(option);
        }

        SetAction(result => ExitCode.Of(error, () => Run(result)));
    }

    private int Run(ParseResult result)
    {
        string[] paths = result.GetValue(_files) ?? [];
        string[] includes = Array.ConvertAll(result.GetValue(_includes) ?? [], Path.GetFullPath);
        string[] revisions = result.GetValue(_against) ?? [];
        HashSet<string> excluded = [.. result.GetValue(_excluded) ?? []];
        BreakClasses selected = Selected(result.GetValue(_classes) ?? []);
        ReleaseList? releases = result.GetValue(_releases) is not { } output ? null
            : revisions.Length > 0 && paths.Length == 1 && Path.GetExtension(output) is ".cs" or ".hpp" ? new ReleaseList(output, paths[0])
            : throw new CommandFailedException("--releases needs a .cs or .hpp file, one schema and --against.");
        if (revisions.Length == 0 && paths.Length != 2)
        {
            throw new CommandFailedException($"Expected two files, the old schema and the new one, or --against; found {paths.Length}.");
        }

        SchemaFiles files = new();
        ComparedVersion? newest = null;
        int exit = revisions.Length == 0 ? CompareFiles() : revisions.Max(CompareRevision);
        releases?.Write();
        return exit;

        int CompareFiles()
        {
            ComparedVersion old = Compile("old", [files.Read(paths[0])], files.Find, files.TextOf, SchemaFiles.NameOf);
            ComparedVersion @new = Compile("new", [files.Read(paths[1])], files.Find, files.TextOf, SchemaFiles.NameOf);
            return Compare(old, @new, SchemaComparer.Compare(old.Model, @new.Model));
        }

        int CompareRevision(string revision)
        {
            SchemaSource[] roots = [.. paths.Select(files.Read)];
            RevisionFiles oldFiles = new(revision, roots[0].Path);
            SchemaSource[] oldRoots = [.. OldRoots(oldFiles, roots, revision)];
            ComparedVersion @new = newest ??= Compile("new", roots, files.Find, files.TextOf, SchemaFiles.NameOf);
            ComparedVersion old = Compile("old", oldRoots, oldFiles.Find, oldFiles.TextOf, oldFiles.NameOf);
            IReadOnlyList<BreakingChange> changes = SchemaComparer.Compare(old.Model, @new.Model);
            if (oldRoots.Length > 0)
            {
                releases?.Add(revision, old.Model, oldRoots[0].Path, changes);
            }

            return Compare(old, @new, changes);
        }

        // Unless the user asks for others, a change fails only if it breaks a peer.
        int Compare(ComparedVersion old, ComparedVersion @new, IEnumerable<BreakingChange> changes) => Report(
            [.. changes.Where(change => !excluded.Contains(change.Rule.Name) && (selected == BreakClasses.None || (change.Rule.Classes & selected) != 0))],
            selected == BreakClasses.None ? BreakClasses.Wire : selected,
            old,
            @new);

        ComparedVersion Compile(string version, IReadOnlyList<SchemaSource> roots, SchemaReader reader, Func<string, string> textOf, Func<string, string> nameOf)
        {
            SchemaResult compiled = SchemaCompiler.Compile(roots, reader, includes);
            if (compiled.Model is null)
            {
                new DiagnosticPrinter(_error, textOf, nameOf).Print(compiled);
                throw new CommandFailedException($"The {version} schema has errors.");
            }

            return new ComparedVersion(compiled.Model, new FindingPrinter(_output, result.GetValue(_json), textOf, nameOf));
        }
    }

    private static BreakClasses Selected(string[] classes) => classes.Aggregate(BreakClasses.None, (all, name) => all | name switch
    {
        "wire" => BreakClasses.Wire,
        "source" => BreakClasses.Source,
        "json" => BreakClasses.Json,
        _ => throw new CommandFailedException($"There is no class '{name}'; expected wire, source or json."),
    });

    private IEnumerable<SchemaSource> OldRoots(RevisionFiles files, SchemaSource[] roots, string revision)
    {
        foreach (SchemaSource root in roots)
        {
            if (files.FindRoot(root.Path) is { } source)
            {
                yield return source;
            }
            else
            {
                ErrorText.Write(_error.Profile.Out.Writer, $"{SchemaFiles.NameOf(root.Path)}: is new since '{revision}'.");
            }
        }
    }

    private static int Report(IReadOnlyList<BreakingChange> changes, BreakClasses failing, ComparedVersion old, ComparedVersion @new)
    {
        IReadOnlyList<ChangeGroup> groups = ChangeGroup.Of(changes);
        int breaking = 0;
        foreach ((BreakingChange cause, IReadOnlyList<BreakingChange> consequences) in groups)
        {
            bool isBreaking = consequences.Prepend(cause).Any(change => (change.Rule.Classes & failing) != 0);
            breaking += isBreaking ? 1 : 0;
            Print(isBreaking ? "breaking" : "note", cause, $"{cause.Reason} [{cause.Rule.ClassNames}]", "instead: " + cause.Rule.Advice, consequences);
        }

        IReadOnlyList<BreakingChange> safe = SchemaComparer.FindSafe(old.Model, @new.Model);
        foreach (BreakingChange change in safe.Where(change => change.Rule.Advice.Length > 0))
        {
            Print("note", change, change.Reason, change.Rule.Advice, []);
        }

        int others = groups.Count - breaking + safe.Count;
        @new.Printer.PrintEnd(breaking > 0
            ? $"{breaking} breaking, {others} safe"
            : $"no breaking changes: {Counted.Of(@new.Model.Packets.Count, "packet")}, {Counted.Of(others, "change")} that {(others == 1 ? "is" : "are")} safe");
        return breaking == 0 ? ExitCode.Ok : ExitCode.Findings;

        void Print(string level, BreakingChange change, string message, string advice, IReadOnlyList<BreakingChange> consequences) =>
            (change.IsInOld ? old : @new).Printer.Print(new Finding(
                level, change.Rule.Name, change.Span, message, advice, [.. consequences.Select(follows => $"{follows.Rule.Name}: {follows.Reason} [{follows.Rule.ClassNames}]")]));
    }
}
