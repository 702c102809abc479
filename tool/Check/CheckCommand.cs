using System.CommandLine;
using Codec.Cli.Values;
using Spectre.Console;

namespace Codec.Cli.Check;

/// <summary>The command <c>codec check</c>.</summary>
public static class CheckCommand
{
    private const string Name = "check";

    /// <summary>Creates the command.</summary>
    /// <param name="output">The standard output, for the breaking changes.</param>
    /// <param name="error">The standard error, for the reason if the command cannot run.</param>
    /// <returns>The command.</returns>
    public static Command Create(IAnsiConsole output, IAnsiConsole error)
    {
        Argument<string[]> files = new("FILE")
        {
            Description = "The old schema and the new one; with --against, the new schemas.",
            Arity = ArgumentArity.OneOrMore,
        };
        Option<string> against = new("--against") { Description = "The git revision that has the old schemas, and the files that they include.", HelpName = "REVISION" };
        Option<string[]> includes = new("--include", "-I") { Description = "A folder to search for included files; may be given several times.", HelpName = "FOLDER" };
        Option<string[]> excluded = new("--exclude") { Description = "A rule that is not checked; may be given several times.", HelpName = "RULE" };
        Option<string[]> classes = new("--class") { Description = "Check only what breaks this: wire, source or json; may be given several times.", HelpName = "CLASS" };
        files.Validators.Add(OptionValues.RejectNoFile);
        Command command = new(Name, "Report changes of schemas that break peers, code or JSON. Exits with 1 if there are any, and with 2 if the schemas could not be compared. Example: codec check --against main schemas/*.fbs")
        {
            files, against, includes, excluded, classes,
        };
        command.SetAction(result =>
        {
            BreakCheck check = new(output, error)
            {
                Files = result.GetValue(files) ?? [],
                Revision = result.GetValue(against),
                IncludeFolders = result.GetValue(includes) ?? [],
                Excluded = result.GetValue(excluded) ?? [],
                Classes = result.GetValue(classes) ?? [],
            };
            return check.Run();
        });
        return command;
    }
}
