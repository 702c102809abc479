using Codec.Schema.Format;

namespace Codec.Cli.Fmt;

/// <summary>The command <c>codec fmt</c>.</summary>
internal static class FormatCommand
{
    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        Argument<string[]> files = new("FILE") { Description = "The schemas (.fbs), formatted in place; or - for the standard input.", Arity = ArgumentArity.OneOrMore };
        Option<bool> check = new("--check") { Description = "Change nothing; name the files that are not formatted, and exit with 1 if there are any." };
        files.Validators.Add(OptionValues.RejectNoFile);
        files.Validators.Add(result =>
        {
            if (result.Tokens.Count > 1 && result.Tokens.Any(token => token.Value == StandardInput.Name))
            {
                result.AddError("- (the standard input) cannot be combined with other files.");
            }
        });
        Command command = new("fmt", "Format schemas. Comments, attributes and the order are kept. Example: codec fmt --check schemas/*.fbs")
        {
            files, check,
        };
        command.SetAction(result => ExitCode.Of(error, () => Run(result.GetValue(files) ?? [], result.GetValue(check), output, error)));
        return command;
    }

    // No file is written if any has a syntax error.
    private static int Run(string[] paths, bool isCheck, IAnsiConsole output, IAnsiConsole error)
    {
        List<(string Path, byte[] Content)> changed = [];
        bool isValid = true;
        foreach (string path in paths)
        {
            byte[] content = Read(path);
            byte[]? formatted = SchemaFormatter.Format(path, content, out SchemaResult result);
            new DiagnosticPrinter(error, _ => SchemaSource.Decode(path, content).Text, name => name).Print(result);
            isValid &= formatted is not null;
            if (formatted is not null && ((path == StandardInput.Name && !isCheck) || !formatted.AsSpan().SequenceEqual(content)))
            {
                changed.Add((path, formatted));
            }
        }

        if (!isValid)
        {
            return ExitCode.CouldNotRun;
        }

        foreach ((string path, byte[] content) in changed)
        {
            if (isCheck)
            {
                output.Profile.Out.Writer.WriteLine($"{path}: is not formatted; run codec fmt without --check.");
            }
            else if (path == StandardInput.Name)
            {
                using Utf8Output target = Utf8Output.Of(output);
                target.Write(content);
            }
            else
            {
                OutputFile.Replace(path, content);
                output.Profile.Out.Writer.WriteLine($"{path}: formatted.");
            }
        }

        return isCheck && changed.Count > 0 ? ExitCode.Findings : ExitCode.Ok;
    }

    private static byte[] Read(string path)
    {
        if (path != StandardInput.Name)
        {
            return PayloadSchema.ReadFile(path);
        }

        using Stream input = StandardInput.Open();
        return PayloadSchema.ReadFile(input, path);
    }
}
