using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Schema;
using Codec.Schema.Model;
using Spectre.Console;

namespace Codec.Cli;

/// <summary>One run of <c>codec gen</c>.</summary>
/// <param name="output">The standard output, for the results.</param>
/// <param name="error">The standard error, for the errors.</param>
public sealed class Generation(IAnsiConsole output, IAnsiConsole error)
{
    /// <summary>Gets the target.</summary>
    public required Target Target { get; init; }

    /// <summary>Gets the schemas.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>Gets the folder to write to.</summary>
    public required string Output { get; init; }

    /// <summary>Gets the folders that are searched for included files.</summary>
    public required IReadOnlyList<string> IncludeFolders { get; init; }

    /// <summary>Gets the options of the target.</summary>
    public TargetOptions Options { get; init; } = new();

    /// <summary>Gets whether to write only the types of <see cref="Files"/>, and not those of included files.</summary>
    public bool HasNoIncludes { get; init; }

    /// <summary>Gets whether to compare instead of writing.</summary>
    public required bool IsCheck { get; init; }

    /// <summary>Compiles the schemas, and writes the files or compares them.</summary>
    /// <returns>The exit code: 0 for success.</returns>
    public int Run()
    {
        try
        {
            return Compile() is { } files ? IsCheck ? Compare(files) : Write(files) : 1;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Complain($"codec: error: {exception.Message}");
            return 1;
        }
    }

    private TargetFile[]? Compile()
    {
        SchemaFiles files = new();
        SchemaSource[] roots = [.. Files.Select(files.Read)];
        SchemaResult result = Target.Check(SchemaCompiler.Compile(roots, files.Find, IncludeFolders.Select(Path.GetFullPath)));
        new DiagnosticPrinter(error, files).Print(result);
        return result.Model is null ? null : [.. Target.Emit(result.Model, OptionsFor(result.Model))];
    }

    private TargetOptions OptionsFor(SchemaModel model) => Options with
    {
        CSharp = Options.CSharp with
        {
            ExternalFiles = new EquatableArray<string>(model.Files.Where(file => HasNoIncludes && !file.IsRoot).Select(file => file.Path)),
        },
    };

    private int Write(TargetFile[] files)
    {
        Directory.CreateDirectory(Output);
        int written = 0;
        foreach (TargetFile file in files.Where(candidate => !IsCurrent(candidate)))
        {
            File.WriteAllBytes(Path.Combine(Output, file.Name), file.Content.ToArray());
            written++;
        }

        output.Profile.Out.Writer.WriteLine($"{written} of {files.Length} files written to {Output}; the others were up to date.");
        foreach (string path in Leftovers(files))
        {
            Complain($"{path}: is of no type of these schemas, but of an earlier run; delete it.");
        }

        return 0;
    }

    private int Compare(TargetFile[] files)
    {
        string[] stale = [.. files.Where(file => !IsCurrent(file)).Select(file => Path.Combine(Output, file.Name))];
        foreach (string path in stale)
        {
            Complain($"{path}: {(File.Exists(path) ? "is not what the schemas say" : "is missing")}; run codec without --check.");
        }

        string[] leftovers = Leftovers(files);
        foreach (string path in leftovers)
        {
            Complain($"{path}: is of no type of these schemas; delete it.");
        }

        return stale.Length + leftovers.Length == 0 ? 0 : 1;
    }

    /// <summary>Returns the files that an earlier run wrote and this run would not write.</summary>
    private string[] Leftovers(TargetFile[] files)
    {
        if (Target.Pattern is null || !Directory.Exists(Output))
        {
            return [];
        }

        HashSet<string> names = new(files.Select(file => file.Name), StringComparer.OrdinalIgnoreCase);
        return
        [
            .. Directory.GetFiles(Output, Target.Pattern)
                .Where(path => !names.Contains(Path.GetFileName(path)) && Target.IsEmitted(File.ReadAllText(path)))
                .Order(StringComparer.Ordinal),
        ];
    }

    private void Complain(string message) => error.Profile.Out.Writer.WriteLine(message);

    /// <summary>Returns whether a file is up to date. Line ends are ignored, because a checkout may have changed them.</summary>
    private bool IsCurrent(TargetFile file)
    {
        string path = Path.Combine(Output, file.Name);
        return File.Exists(path)
            && (file.Text is null ? File.ReadAllBytes(path).AsSpan().SequenceEqual(file.Content.Span) : File.ReadAllText(path).ReplaceLineEndings("\n") == file.Text);
    }
}
