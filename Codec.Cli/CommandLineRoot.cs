using System.CommandLine;
using System.CommandLine.Parsing;
using System.Linq;
using Spectre.Console;

namespace Codec.Cli;

/// <summary>The commands of <c>codec</c>.</summary>
public static class CommandLineRoot
{
    /// <summary>Makes the root command; invoking what it parsed gives the exit code: 0 for done, 1 for refused input or stale files.</summary>
    /// <param name="output">The standard output: what was done.</param>
    /// <param name="error">The standard error: what is wrong.</param>
    /// <returns>The command.</returns>
    public static RootCommand Create(IAnsiConsole output, IAnsiConsole error)
    {
        Command generate = new("gen", "Write code for schemas.");
        foreach (Target target in Target.All)
        {
            generate.Subcommands.Add(Create(target, output, error));
        }

        return new RootCommand("Packets from FlatBuffers schemas.") { generate, Checking.CheckCommand.Create(output, error) };
    }

    private static Command Create(Target target, IAnsiConsole output, IAnsiConsole error)
    {
        Argument<string[]> files = new("FILE")
        {
            Description = "The schemas (.fbs). An included file is searched for beside the file that includes it, in the folders of -I, then beside the schema.",
            Arity = ArgumentArity.OneOrMore,
        };
        Option<string> folder = new("--output", "-o") { Description = "The folder to write to; made when missing.", Required = true, HelpName = "FOLDER" };
        Option<string[]> includes = new("--include", "-I") { Description = "A folder to search for included files; may be given several times.", HelpName = "FOLDER" };
        Option<bool> check = new("--check") { Description = "Write nothing; fail when a file is not what would be written, or is left of a type that is gone." };
        files.Validators.Add(result => RefuseEmpty(result, "A schema's path"));
        folder.Validators.Add(result => RefuseEmpty(result, "The path of the folder to write to"));
        includes.Validators.Add(result => RefuseEmpty(result, "The path of a folder to look in"));
        Command command = new(target.Name, target.Description) { files, folder, includes, check };
        command.SetAction(result =>
        {
            Generation generation = new(output, error)
            {
                Target = target,
                Files = result.GetValue(files) ?? [],
                Output = result.GetValue(folder)!,
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
