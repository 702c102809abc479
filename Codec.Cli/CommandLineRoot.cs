using System.CommandLine;
using System.CommandLine.Parsing;
using System.Linq;
using Spectre.Console;

namespace Codec.Cli;

/// <summary>The commands of <c>codec</c>.</summary>
public static class CommandLineRoot
{
    /// <summary>Makes the root command; invoking what it parsed gives the exit code: 0 for done, 1 for refused input or stale files.</summary>
    /// <param name="console">Where messages go.</param>
    /// <returns>The command.</returns>
    public static RootCommand Create(IAnsiConsole console)
    {
        Command generate = new("gen", "Write code for schemas.");
        foreach (Target target in Target.All)
        {
            generate.Subcommands.Add(Create(target, console));
        }

        return new RootCommand("Packets from FlatBuffers schemas.") { generate };
    }

    private static Command Create(Target target, IAnsiConsole console)
    {
        Argument<string[]> files = new("FILE")
        {
            Description = "The schemas (.fbs). What they include is found beside them, or in a folder given with -I.",
            Arity = ArgumentArity.OneOrMore,
        };
        Option<string> output = new("--output", "-o") { Description = "The folder to write to; made when missing.", Required = true, HelpName = "FOLDER" };
        Option<string[]> includes = new("--include", "-I") { Description = "A folder to look for included files in.", HelpName = "FOLDER" };
        Option<bool> check = new("--check") { Description = "Write nothing; fail when a file is not what would be written, or is left of a type that is gone." };
        files.Validators.Add(result => RefuseEmpty(result, "A schema's path"));
        output.Validators.Add(result => RefuseEmpty(result, "The path of the folder to write to"));
        includes.Validators.Add(result => RefuseEmpty(result, "The path of a folder to look in"));
        Command command = new(target.Name, target.Description) { files, output, includes, check };
        command.SetAction(result =>
        {
            Generation generation = new(console)
            {
                Target = target,
                Files = result.GetValue(files) ?? [],
                Output = result.GetValue(output)!,
                IncludeFolders = result.GetValue(includes) ?? [],
                IsCheck = result.GetValue(check),
            };
            return generation.Run();
        });
        return command;
    }

    private static void RefuseEmpty(SymbolResult result, string what)
    {
        if (result.Tokens.Any(token => string.IsNullOrWhiteSpace(token.Value)))
        {
            result.AddError($"{what} is empty; expected one with a name.");
        }
    }
}
