using System.CommandLine.Help;

namespace Codec.Cli;

internal static class CommandLineRoot
{
    /// <summary>The start of the error of an unknown option, which can cause other errors.</summary>
    public const string UnknownOption = "Unknown option";

    // Later arguments are no options.
    private const string EndOfOptions = "--";

    /// <summary>Creates the root command. Invoking its parse result returns the exit code: 0 for success, 1 for rejected input or stale files.</summary>
    public static RootCommand Create(IAnsiConsole output, IAnsiConsole error)
    {
        RootCommand root = new("Packets from FlatBuffers schemas. Exits with 0, with 1 if there are findings, and with 2 if it could not run.")
        {
            new Command("gen", "Write code for schemas.")
            {
                new Gen.CSharpCommand(output, error),
                new Gen.CppCommand(output, error),
                new Gen.WiresharkCommand(output, error),
            },
            Fmt.FormatCommand.Create(output, error),
            Lint.LintCommand.Create(output, error),
            new Check.CheckCommand(output, error),
            Lsp.LspCommand.Create(error),

            // From here, the help has the title "Traffic".
            Inspect.InspectCommand.Create(output, error),
            Decode.DecodeCommand.Create(output, error),
            Encode.EncodeCommand.Create(output, error),
            Stats.StatisticsCommand.Create(output, error),
            Tap.TapCommand.Create(output, error),
            View.ViewCommand.Create(output, error),
            Replay.ReplayCommand.Create(output, error),
        };
        root.Options.OfType<HelpOption>().Single().Action = new HelpText();
        return root;
    }

    /// <summary>Parses a command line. An argument that starts with <c>@</c> is not the name of a file of arguments: it may be a file or a git revision.</summary>
    public static ParseResult Parse(string[] arguments, IAnsiConsole output, IAnsiConsole error)
    {
        RootCommand root = Create(output, error);
        RejectUnknownOptions(root, [.. arguments.SkipWhile(argument => argument != EndOfOptions)]);
        return root.Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null });
    }

    public static string DescribeUnknown(string text, Command command) =>
        $"{UnknownOption} '{text}'{MessageText.DidYouMean(text, command.Options.Select(option => option.Name))}";

    // The command-line library takes an unknown option for an argument.
    private static void RejectUnknownOptions(Command command, HashSet<string> afterOptions)
    {
        foreach (Argument argument in command.Arguments)
        {
            argument.Validators.Add(result =>
            {
                foreach (string text in result.Tokens.Select(token => token.Value))
                {
                    if (text.StartsWith('-') && text != StandardInput.Name && !File.Exists(text) && !afterOptions.Contains(text))
                    {
                        result.AddError(DescribeUnknown(MessageText.Printable(text), command));
                    }
                }
            });
        }

        foreach (Command subcommand in command.Subcommands)
        {
            RejectUnknownOptions(subcommand, afterOptions);
        }
    }
}
