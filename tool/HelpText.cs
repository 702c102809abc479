using System.CommandLine.Invocation;

namespace Codec.Cli;

/// <summary>The help of a command, which fits a terminal with 80 columns and 24 rows: one line for each command, argument and option.</summary>
internal sealed class HelpText : SynchronousCommandLineAction
{
    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult result)
    {
        result.InvocationConfiguration.Output.Write(Of(result.CommandResult.Command));
        return ExitCode.Ok;
    }

    public static string Of(Command command)
    {
        string path = string.Join(' ', Path(command).Append("codec").Reverse());
        string usage = command.Subcommands.Count > 0 ? $"{path} COMMAND; for its options: {path} COMMAND --help" : $"{path} {Arguments(command)} [OPTIONS]";
        int traffic = command.Subcommands.ToList().FindIndex(child => child.Name == "inspect");
        (string Title, string Label, string Description)[] rows =
        [
            .. command.Subcommands.Select((child, i) => (command is not RootCommand ? "" : i < traffic ? "\nSchemas\n" : "\nTraffic\n", $"{child.Name} {Arguments(child)}", FirstSentence(child))),
            .. command.Arguments.Select(argument => ("", argument.Name, argument.Description!)),
            .. command.Options.Where(_ => command is not RootCommand).Select(option => ("", Label(option), option.Description!)),
        ];
        int width = rows.Max(row => row.Label.Length);
        StringBuilder text = new();
        foreach (string line in (string[])[usage, .. command.Description!.Split(" Example: ")])
        {
            text.Append(WrappedText.Of(line.StartsWith("codec ", StringComparison.Ordinal) && line != usage ? "Example: " + line : line, "", NarrowTable.Columns));
        }

        foreach (IGrouping<string, (string Title, string Label, string Description)> group in rows.GroupBy(row => row.Title))
        {
            text.Append(group.Key);
            foreach ((_, string label, string description) in group)
            {
                text.Append(WrappedText.Of(description, $"  {label.PadRight(width)}  ", NarrowTable.Columns));
            }
        }

        return text.ToString();
    }

    // The names of a command and of those that contain it, without the root's.
    private static IEnumerable<string> Path(Command command) =>
        command is RootCommand ? [] : command.Parents.OfType<Command>().SelectMany(Path).Prepend(command.Name);

    private static string Arguments(Command command) => command.Subcommands.Count > 0
        ? string.Join('|', command.Subcommands.Select(child => child.Name))
        : string.Join(' ', command.Arguments.Select(argument => argument.Name + (argument.Arity.MaximumNumberOfValues > 1 ? "..." : "")));

    private static string Label(Option option) => $"{string.Concat(option.Aliases.Select(alias => alias + ", "))}{option.Name} {option.HelpName}".TrimEnd();

    private static string FirstSentence(Command command) => command.Description!.Split(". ")[0].TrimEnd('.') + ".";
}
