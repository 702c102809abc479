namespace Codec.Cli;

/// <summary>Writes errors as the last lines on the screen: wrapped at the width of a terminal, and as one line to a file or pipe.</summary>
internal static class ErrorText
{
    /// <summary>Returns the width of lines in columns, which is not limited unless the writer is a terminal.</summary>
    public static int WidthOf(TextWriter error) =>
        Console.IsErrorRedirected || !ReferenceEquals(error, Console.Error) || Console.WindowWidth <= 0 ? short.MaxValue : Console.WindowWidth;

    public static void Write(TextWriter error, string message)
    {
        int width = WidthOf(error);
        string[] lines = width == short.MaxValue ? [message + error.NewLine] : [.. message.Split('\n').Select(line => WrappedText.Of(line.Replace('\t', ' '), "", width))];
        Array.ForEach(lines, error.Write);
    }

    /// <summary>Writes what is wrong with a command line or, without a command, the list of commands.</summary>
    public static void Write(TextWriter error, ParseResult result)
    {
        Command command = result.CommandResult.Command;
        string[] commands = [.. command.Subcommands.Select(known => known.Name)];
        string word = MessageText.Printable(result.UnmatchedTokens.Count > 0 ? result.UnmatchedTokens[0] : "");
        string[] messages = [.. result.Errors.Select(found => found.Message).Distinct()];
        string[] shown = Array.Find(messages, message => message.StartsWith(CommandLineRoot.UnknownOption, StringComparison.Ordinal)) is { } option ? [option]
            : word.StartsWith('-') ? [CommandLineRoot.DescribeUnknown(word, command)]
            : word.Length > 0 ? [commands.Length > 0 ? $"Unknown command '{word}'{MessageText.DidYouMean(word, commands)}" : $"Unexpected argument '{word}'."]
            : command is RootCommand ? [HelpText.Of(command).TrimEnd('\n')]
            : commands.Length > 0 ? [$"Expected a command after {command.Name}: {string.Join(", ", commands)}."]
            : messages;
        Array.ForEach(shown, message => Write(error, message));
    }
}
