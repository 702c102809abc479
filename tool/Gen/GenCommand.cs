namespace Codec.Cli.Gen;

/// <summary>A target of <c>codec gen</c>: compiles the schemas, and writes the files or compares them. Each target adds its own options.</summary>
internal abstract class GenCommand : Command
{
    private readonly Argument<string[]> _files = new("FILE") { Description = "The schemas (.fbs).", Arity = ArgumentArity.OneOrMore };
    private readonly Option<string> _folder = new("--output", "-o") { Description = "The folder to write to; created if missing.", Required = true, HelpName = "FOLDER" };
    private readonly Option<string[]> _includes = new("--include", "-I") { Description = "A folder of included files; may be repeated.", HelpName = "FOLDER" };
    private readonly Option<bool> _noIncludes;
    private readonly Option<bool> _check = new("--check") { Description = "Write nothing; fail if a file is out of date, or remains from a type that no longer exists." };

    /// <summary>Creates the command, with the description of <c>--no-includes</c> for this target.</summary>
    protected GenCommand(string name, string description, string noIncludes, IAnsiConsole output, IAnsiConsole error)
        : base(name, description)
    {
        _noIncludes = new Option<bool>("--no-includes") { Description = noIncludes };
        _files.Validators.Add(OptionValues.RejectNoFile);
        _folder.Validators.Add(result => OptionValues.RejectEmpty(result, "The path of the folder to write to"));
        _folder.Validators.Add(result =>
        {
            string path = result.GetValueOrDefault<string>() ?? "";
            if (path == StandardInput.Name)
            {
                result.AddError("--output: '-' is not the name of a folder; expected a path, such as ./- for a folder with this name.");
            }
            else if (File.Exists(path))
            {
                result.AddError($"--output: '{path}' is a file; expected a folder.");
            }
        });
        _includes.Validators.Add(result => OptionValues.RejectEmpty(result, "The path of a folder to search"));
        Arguments.Add(_files);
        foreach (Option option in (Option[])[_folder, _includes, _noIncludes, _check])
        {
            Options.Add(option);
        }

        SetAction(result => ExitCode.Of(error, () => Run(result, output.Profile.Out.Writer, error)));
    }

    /// <summary>Gets the pattern of files that an earlier run may have left, or <see langword="null"/> if several runs share a folder.</summary>
    protected virtual string? Pattern => null;

    /// <summary>Adds diagnostics for constructs that the target does not support with the options.</summary>
    protected virtual SchemaResult Check(SchemaResult compiled, ParseResult result) => compiled;

    protected abstract IEnumerable<GeneratedFile> Emit(SchemaModel model, ParseResult result);

    /// <summary>Returns the file name of the schema from which this target generated a text, or <see langword="null"/>.</summary>
    protected virtual string? SchemaOf(string text) => null;

    protected bool HasNoIncludes(ParseResult result) => result.GetValue(_noIncludes);

    /// <summary>Returns the full paths of the folders that are searched for included files.</summary>
    protected string[] IncludeFolders(ParseResult result) => [.. (result.GetValue(_includes) ?? []).Select(Path.GetFullPath)];

    private int Run(ParseResult result, TextWriter output, IAnsiConsole error)
    {
        SchemaFiles sources = new();
        string[] schemas = result.GetValue(_files) ?? [];
        SchemaSource[] roots = [.. schemas.Select(sources.Read)];
        SchemaResult compiled = Check(SchemaCompiler.Compile(roots, sources.Find, IncludeFolders(result)), result);
        new DiagnosticPrinter(error, sources.TextOf, SchemaFiles.NameOf).Print(compiled);
        if (compiled.Model is null)
        {
            return ExitCode.CouldNotRun;
        }

        string folder = result.GetValue(_folder)!;
        GeneratedFile[] files = [.. Emit(compiled.Model, result)];
        GeneratedFile[] stale = [.. files.Where(file => !IsCurrent(Path.Combine(folder, file.Name), file.Text))];
        string[] leftovers = [.. Leftovers(folder, files, schemas)];
        bool isCheck = result.GetValue(_check);
        foreach (string path in isCheck ? stale.Select(file => Path.Combine(folder, file.Name)) : [])
        {
            ErrorText.Write(error.Profile.Out.Writer, $"{path}: {(File.Exists(path) ? "is out of date" : "is missing")}; run codec without --check.");
        }

        if (!isCheck)
        {
            Write(folder, stale);
            output.WriteLine(files.Length == 1
                ? $"{Path.Combine(folder, files[0].Name)} was {(stale.Length == 1 ? "written" : "up to date")}."
                : $"{stale.Length} of {files.Length} files written to {folder}; the others were up to date.");
        }

        foreach (string path in leftovers)
        {
            ErrorText.Write(error.Profile.Out.Writer, $"{path}: {(isCheck ? "belongs to no type of these schemas" : "was generated by an earlier run and is no longer written")}; delete it.");
        }

        return isCheck && stale.Length + leftovers.Length > 0 ? ExitCode.Findings : ExitCode.Ok;
    }

    private static void Write(string folder, GeneratedFile[] files)
    {
        CreateFolder(folder);
        foreach (GeneratedFile file in files)
        {
            string path = Path.Combine(folder, file.Name);
            CreateFolder(Path.GetDirectoryName(path)!);
            OutputFile.WriteAll(path, Encoding.UTF8.GetBytes(file.Text));
        }
    }

    private static void CreateFolder(string path)
    {
        try
        {
            Directory.CreateDirectory(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new IOException($"Cannot create the folder '{path}': {exception.Message}", exception);
        }
    }

    /// <summary>Returns the files that an earlier run wrote for these schemas, and this run would not write. Other schemas may use the same folder.</summary>
    private IEnumerable<string> Leftovers(string folder, GeneratedFile[] files, string[] schemas)
    {
        if (Pattern is null || !Directory.Exists(folder))
        {
            return [];
        }

        // Without included schemas, which may have their own run.
        HashSet<string> names = new(schemas.Select(path => Path.GetFileName(path)), StringComparer.Ordinal);
        string[] existing = [.. Directory.GetFiles(folder, Pattern).Select(path => Path.GetFileName(path))];
        return GeneratedFile.FindOthers(files.Select(file => file.Name), existing)
            .Order(StringComparer.Ordinal)
            .Select(name => Path.Combine(folder, name))
            .Where(path => SchemaOf(File.ReadAllText(path)) is { } schema && names.Contains(schema));
    }

    /// <summary>Returns whether a file has a text. Line ends are ignored, because a checkout may have changed them.</summary>
    private static bool IsCurrent(string path, string text) => File.Exists(path) && File.ReadAllText(path).ReplaceLineEndings("\n") == text;
}
