using Codec.Schema.Compare;

namespace Codec.Cli.Check;

/// <summary>The command <c>codec check</c>. It exits with 0 without breaking changes, 1 with breaking changes, and 2 if the schemas cannot be compared.</summary>
internal sealed class CheckCommand : Command
{
    private readonly Argument<string[]> _files = new("FILE") { Description = "The old schema and the new; with --against, the new.", Arity = ArgumentArity.OneOrMore };
    private readonly Option<string[]> _against = new("--against") { Description = "A git revision; may be repeated.", HelpName = "REVISION" };
    private readonly Option<string> _releases = new("--releases") { Description = "A .cs or .hpp file to write.", HelpName = "OUTPUT" };
    private readonly Option<string[]> _includes = new("--include", "-I") { Description = "A folder of included files; may be repeated.", HelpName = "FOLDER" };
    private readonly Option<string[]> _excluded = new("--exclude") { Description = "A rule that is not checked; may be repeated.", HelpName = "RULE" };
    private readonly Option<string[]> _classes = new("--class") { Description = "Only what breaks wire, source or json; repeatable.", HelpName = "CLASS" };
    private readonly IAnsiConsole _output;
    private readonly IAnsiConsole _error;

    public CheckCommand(IAnsiConsole output, IAnsiConsole error)
        : base("check", "Report changes that break peers, code or JSON. Example: codec check --against main game.fbs")
    {
        _output = output;
        _error = error;
        _files.Validators.Add(OptionValues.RejectNoFile);
        Arguments.Add(_files);
        foreach (Option option in (Option[])[_against, _releases, _includes, _excluded, _classes])
        {
            Options.Add(option);
        }

        SetAction(result => ExitCode.Of(error, () => Run(result)));
    }

    private int Run(ParseResult result)
    {
        string[] paths = result.GetValue(_files) ?? [];
        string[] includes = result.GetValue(_includes) ?? [];
        if (includes.Any(string.IsNullOrWhiteSpace))
        {
            throw new CommandFailedException("A path must not be empty.");
        }

        HashSet<EvolutionRule> rules = Rules(result.GetValue(_excluded) ?? [], result.GetValue(_classes) ?? []);
        includes = Array.ConvertAll(includes, Path.GetFullPath);
        string[] revisions = result.GetValue(_against) ?? [];
        if (result.GetValue(_releases) is not { } output)
        {
            return revisions.Length == 0
                ? CompareFiles(rules, paths, includes)
                : revisions.Max(revision => CompareRevision(rules, paths, includes, revision, null));
        }

        if (revisions.Length == 0 || paths.Length != 1 || Path.GetExtension(output) is not (".cs" or ".hpp"))
        {
            throw new CommandFailedException("--releases needs a .cs or .hpp file, one schema and --against.");
        }

        ReleaseList list = new(output, paths[0]);
        int exit = revisions.Max(revision => CompareRevision(rules, paths, includes, revision, list));
        list.Write();
        return exit;
    }

    private static HashSet<EvolutionRule> Rules(string[] excluded, string[] classes)
    {
        if (Array.Find(excluded, name => EvolutionRule.All.All(rule => rule.Name != name)) is { } unknown)
        {
            throw new CommandFailedException($"There is no rule '{unknown}'; expected one of {string.Join(", ", EvolutionRule.All.Select(rule => rule.Name))}.");
        }

        BreakClasses selected = classes.Aggregate(BreakClasses.None, (all, name) => all | name switch
        {
            "wire" => BreakClasses.Wire,
            "source" => BreakClasses.Source,
            "json" => BreakClasses.Json,
            _ => throw new CommandFailedException($"There is no class '{name}'; expected wire, source or json."),
        });
        return [.. EvolutionRule.All.Where(rule => !excluded.Contains(rule.Name) && (classes.Length == 0 || (rule.Classes & selected) != 0))];
    }

    private int CompareFiles(HashSet<EvolutionRule> rules, string[] paths, string[] includes)
    {
        if (paths.Length != 2)
        {
            throw new CommandFailedException($"Expected two files, the old schema and the new one, or --against; found {paths.Length}.");
        }

        SchemaFiles files = new();
        DiagnosticPrinter errors = new(_error, files.TextOf, SchemaFiles.NameOf);
        DiagnosticPrinter changes = new(_output, files.TextOf, SchemaFiles.NameOf);
        SchemaModel old = Compile([files.Read(paths[0])], files.Find, includes, errors);
        return Report(rules, SchemaComparer.Compare(old, Compile([files.Read(paths[1])], files.Find, includes, errors)), changes, changes);
    }

    private int CompareRevision(HashSet<EvolutionRule> rules, string[] paths, string[] includes, string revision, ReleaseList? list)
    {
        SchemaFiles files = new();
        SchemaSource[] roots = [.. paths.Select(files.Read)];
        RevisionFiles oldFiles = new(revision, roots[0].Path);
        List<SchemaSource> oldRoots = [];
        foreach (SchemaSource root in roots)
        {
            if (oldFiles.FindRoot(root.Path) is { } source)
            {
                oldRoots.Add(source);
            }
            else
            {
                ErrorText.Write(_error.Profile.Out.Writer, $"{SchemaFiles.NameOf(root.Path)}: is new since '{revision}'.");
            }
        }

        SchemaModel @new = Compile(roots, files.Find, includes, new DiagnosticPrinter(_error, files.TextOf, SchemaFiles.NameOf));
        SchemaModel old = Compile(oldRoots, oldFiles.Find, includes, new DiagnosticPrinter(_error, oldFiles.TextOf, oldFiles.NameOf));
        IReadOnlyList<BreakingChange> changes = SchemaComparer.Compare(old, @new);
        if (oldRoots.Count > 0)
        {
            list?.Add(revision, old, oldRoots[0].Path, changes);
        }

        return Report(
            rules,
            changes,
            new DiagnosticPrinter(_output, oldFiles.TextOf, oldFiles.NameOf),
            new DiagnosticPrinter(_output, files.TextOf, SchemaFiles.NameOf));
    }

    private static SchemaModel Compile(IEnumerable<SchemaSource> roots, SchemaReader reader, string[] includes, DiagnosticPrinter errors)
    {
        SchemaResult result = SchemaCompiler.Compile(roots, reader, includes);
        if (result.Model is null)
        {
            errors.Print(result);
            throw new CommandFailedException("The schemas cannot be compared, because one has errors.");
        }

        return result.Model;
    }

    private static int Report(HashSet<EvolutionRule> rules, IReadOnlyList<BreakingChange> changes, DiagnosticPrinter old, DiagnosticPrinter @new)
    {
        BreakingChange[] found = [.. changes.Where(change => rules.Contains(change.Rule))];
        foreach (BreakingChange change in found)
        {
            bool isWire = (change.Rule.Classes & BreakClasses.Wire) != 0;
            (change.IsInOld ? old : @new).Print(
                change.Span, change.Rule.Name, new Style(isWire ? Color.Red : Color.Yellow), $"{change.Reason} [{change.Rule.ClassNames}]");
        }

        return found.Length == 0 ? ExitCode.Ok : ExitCode.Findings;
    }
}
