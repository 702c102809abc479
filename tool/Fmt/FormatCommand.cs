using Codec.Schema.Format;
using DiffPlex.Chunkers;
using DiffPlex.DiffBuilder;
using DiffPlex.DiffBuilder.Model;

namespace Codec.Cli.Fmt;

internal static class FormatCommand
{
    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        Argument<string[]> files = new("FILE") { Description = "The schemas (.fbs), formatted in place; or - for the standard input.", Arity = ArgumentArity.OneOrMore };
        Option<bool> check = new("--check") { Description = "Change nothing; show what is not formatted, and exit with 1." };
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
        List<(string Path, byte[] Old, byte[] Content)> changed = [];
        bool isValid = true;
        foreach (string path in paths)
        {
            byte[] content = Read(path);
            byte[]? formatted = SchemaFormatter.Format(path, content, out SchemaResult result);
            new DiagnosticPrinter(error, _ => SchemaSource.Decode(path, content).Text, name => name).Print(result);
            isValid &= formatted is not null;
            if (formatted is not null && ((path == StandardInput.Name && !isCheck) || !formatted.AsSpan().SequenceEqual(content)))
            {
                changed.Add((path, content, formatted));
            }
        }

        if (!isValid)
        {
            return ExitCode.CouldNotRun;
        }

        foreach ((string path, byte[] old, byte[] content) in changed)
        {
            if (isCheck)
            {
                output.Profile.Out.Writer.WriteLine($"{path}: is not formatted; run codec fmt without --check.");
                PrintDifference(output.Profile.Out.Writer, SchemaSource.Decode(path, old).Text, SchemaSource.Decode(path, content).Text);
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

    // Prints the lines that differ, each with its number in the file (-) or in the formatted text (+). A carriage return is shown as U+FFFD.
    private static void PrintDifference(TextWriter output, string old, string formatted)
    {
        int oldLine = 0;
        foreach (DiffPiece line in InlineDiffBuilder.Diff(old, formatted, ignoreWhiteSpace: false, chunker: LineEndingsPreservingChunker.Instance).Lines)
        {
            oldLine += line.Type == ChangeType.Inserted ? 0 : 1;
            if (line.Type is ChangeType.Inserted or ChangeType.Deleted)
            {
                bool isOld = line.Type == ChangeType.Deleted;
                string end = line.Text.EndsWith('\n') ? "" : " (no line end)";
                output.WriteLine($"{(isOld ? oldLine : line.Position),5} {(isOld ? '-' : '+')} {MessageText.Printable(line.Text.TrimEnd('\n'))}{end}");
            }
        }
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
