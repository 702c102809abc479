using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Schema;
using Codec.Schema.Compare;
using Codec.Schema.Model;
using Spectre.Console;

namespace Codec.Cli.Check;

/// <summary>One run of <c>codec check</c>.</summary>
/// <param name="output">The standard output, for the breaking changes.</param>
/// <param name="error">The standard error, for the reason if the schemas cannot be compared.</param>
public sealed class BreakCheck(IAnsiConsole output, IAnsiConsole error)
{
    /// <summary>Gets the old schema and the new one, or, with a revision, the new schemas.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>Gets the git revision of the old schemas, or null if they are files.</summary>
    public required string? Revision { get; init; }

    /// <summary>Gets the folders that are searched for included files.</summary>
    public required IReadOnlyList<string> IncludeFolders { get; init; }

    /// <summary>Gets the names of the rules that are not checked.</summary>
    public required IReadOnlyList<string> Excluded { get; init; }

    /// <summary>Gets the classes that are checked. If empty, all classes are checked.</summary>
    public required IReadOnlyList<string> Classes { get; init; }

    /// <summary>Compares the schemas and reports the breaking changes.</summary>
    /// <returns>The exit code: 0 without breaking changes, 1 with breaking changes, 2 if the schemas cannot be compared.</returns>
    public int Run()
    {
        return ExitCode.Of(error, () =>
        {
            if (Files.Concat(IncludeFolders).Any(string.IsNullOrWhiteSpace))
            {
                throw new CommandFailedException("A path must not be empty.");
            }

            HashSet<EvolutionRule> rules = Rules();
            return Revision is null ? CompareFiles(rules) : CompareRevision(rules, Revision);
        });
    }

    private HashSet<EvolutionRule> Rules()
    {
        if (Excluded.FirstOrDefault(name => EvolutionRule.All.All(rule => rule.Name != name)) is { } unknown)
        {
            throw new CommandFailedException($"There is no rule '{unknown}'; expected one of {string.Join(", ", EvolutionRule.All.Select(rule => rule.Name))}.");
        }

        BreakClasses classes = BreakClasses.None;
        foreach (string name in Classes)
        {
            classes |= name switch
            {
                "wire" => BreakClasses.Wire,
                "source" => BreakClasses.Source,
                "json" => BreakClasses.Json,
                _ => throw new CommandFailedException($"There is no class '{name}'; expected wire, source or json."),
            };
        }

        return [.. EvolutionRule.All.Where(rule => !Excluded.Contains(rule.Name) && (Classes.Count == 0 || (rule.Classes & classes) != 0))];
    }

    private int CompareFiles(HashSet<EvolutionRule> rules)
    {
        if (Files.Count != 2)
        {
            throw new CommandFailedException($"Expected two files, the old schema and the new one, or --against; found {Files.Count}.");
        }

        SchemaFiles files = new();
        SchemaModel old = Compile([files.Read(Files[0])], files.Find, files);
        SchemaModel @new = Compile([files.Read(Files[1])], files.Find, files);
        return Report(rules, SchemaComparer.Compare(old, @new), files, files);
    }

    private int CompareRevision(HashSet<EvolutionRule> rules, string revision)
    {
        SchemaFiles files = new();
        SchemaSource[] roots = [.. Files.Select(files.Read)];
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
                error.Profile.Out.Writer.WriteLine($"{files.NameOf(root.Path)}: is new since '{revision}'.");
            }
        }

        SchemaModel @new = Compile(roots, files.Find, files);
        SchemaModel old = Compile(oldRoots, oldFiles.Find, oldFiles);
        return Report(rules, SchemaComparer.Compare(old, @new), oldFiles, files);
    }

    private SchemaModel Compile(IEnumerable<SchemaSource> roots, SchemaReader reader, ISchemaTexts texts)
    {
        SchemaResult result = SchemaCompiler.Compile(roots, reader, IncludeFolders.Select(Path.GetFullPath));
        if (result.Model is null)
        {
            new DiagnosticPrinter(error, texts).Print(result);
            throw new CommandFailedException("The schemas cannot be compared, because one has errors.");
        }

        return result.Model;
    }

    private int Report(HashSet<EvolutionRule> rules, IReadOnlyList<BreakingChange> changes, ISchemaTexts oldTexts, ISchemaTexts newTexts)
    {
        BreakingChange[] found = [.. changes.Where(change => rules.Contains(change.Rule))];
        foreach (BreakingChange change in found)
        {
            bool isWire = (change.Rule.Classes & BreakClasses.Wire) != 0;
            new DiagnosticPrinter(output, change.IsInOld ? oldTexts : newTexts).Print(
                change.Span, change.Rule.Name, new Style(isWire ? Color.Red : Color.Yellow), $"{change.Reason} [{change.Rule.ClassNames}]");
        }

        return found.Length == 0 ? 0 : 1;
    }
}
