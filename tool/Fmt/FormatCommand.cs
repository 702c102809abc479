using System;
using System.CommandLine;
using System.IO;
using System.Linq;
using Codec.Cli.Values;
using Spectre.Console;

namespace Codec.Cli.Fmt;

/// <summary>The command <c>codec fmt</c>.</summary>
public static class FormatCommand
{
    /// <summary>Creates the command.</summary>
    /// <param name="output">The standard output, for the names of the files that were formatted, or that are not formatted.</param>
    /// <param name="error">The standard error, for syntax errors, and for the reason if the command cannot run.</param>
    /// <returns>The command.</returns>
    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        Argument<string[]> files = new("FILE")
        {
            Description = "The schemas (.fbs), which are formatted in place; or - alone, to format the standard input to the standard output.",
            Arity = ArgumentArity.OneOrMore,
        };
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
        command.SetAction(result => ExitCode.Of(error, () =>
        {
            string[] paths = result.GetValue(files) ?? [];
            using Stream input = paths.Contains(StandardInput.Name) ? StandardInput.Open() : Stream.Null;
            return new Formatting(output, error) { Files = paths, IsCheck = result.GetValue(check), Input = input }.Run();
        }));
        return command;
    }
}
