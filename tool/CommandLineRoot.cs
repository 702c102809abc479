using System.Collections.Generic;
using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.IO;
using System.Linq;
using Codec.Cli.Fmt;
using Codec.Cli.Values;
using Codec.Packets;
using Codec.Schema;
using Codec.Schema.Cpp;
using Codec.Schema.Diagnostics;
using Codec.Schema.Wireshark;
using Spectre.Console;

namespace Codec.Cli;

/// <summary>The commands of <c>codec</c>.</summary>
public static class CommandLineRoot
{
    // Later arguments are no options.
    private const string EndOfOptions = "--";

    /// <summary>Creates the root command. Invoking its parse result returns the exit code: 0 for success, 1 for rejected input or stale files.</summary>
    /// <param name="output">The standard output, for the results.</param>
    /// <param name="error">The standard error, for the errors.</param>
    /// <returns>The command.</returns>
    public static RootCommand Create(IAnsiConsole output, IAnsiConsole error)
    {
        Command generate = new("gen", "Write code for schemas.");
        foreach (Target target in Target.All)
        {
            generate.Subcommands.Add(Create(target, output, error));
        }

        return new RootCommand("Packets from FlatBuffers schemas.")
        {
            generate,
            FormatCommand.Create(output, error),
            Check.CheckCommand.Create(output, error),
            Inspect.InspectCommand.Create(output, error),
            Decode.DecodeCommand.Create(output, error),
            Encode.EncodeCommand.Create(output, error),
            Stats.StatisticsCommand.Create(output, error),
            Proxying.TapCommand.Create(output, error),
            Replay.ReplayCommand.Create(output, error),
        };
    }

    /// <summary>Parses a command line. An argument that starts with <c>@</c> is not the name of a file of arguments: it may be a file or a git revision.</summary>
    /// <param name="arguments">The arguments.</param>
    /// <param name="output">The standard output, for the results.</param>
    /// <param name="error">The standard error, for the errors.</param>
    /// <returns>The parse result.</returns>
    public static ParseResult Parse(string[] arguments, IAnsiConsole output, IAnsiConsole error)
    {
        RootCommand root = Create(output, error);
        RejectUnknownOptions(root, [.. arguments.SkipWhile(argument => argument != EndOfOptions)]);
        return root.Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null });
    }

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
                        result.AddError($"Unknown option '{MessageText.Printable(text)}'.");
                    }
                }
            });
        }

        foreach (Command subcommand in command.Subcommands)
        {
            RejectUnknownOptions(subcommand, afterOptions);
        }
    }

    private static Command Create(Target target, IAnsiConsole output, IAnsiConsole error)
    {
        Argument<string[]> files = new("FILE")
        {
            Description = "The schemas (.fbs). An included file is searched for beside the file that includes it, in the folders of -I, then beside the schema.",
            Arity = ArgumentArity.OneOrMore,
        };
        Option<string> folder = new("--output", "-o") { Description = "The folder to write to; created if missing.", Required = true, HelpName = "FOLDER" };
        Option<string[]> includes = new("--include", "-I") { Description = "A folder to search for included files; may be given several times.", HelpName = "FOLDER" };
        Option<bool> check = new("--check") { Description = "Write nothing; fail if a file is out of date, or remains from a type that no longer exists." };
        Option<string> scope = new("--namespace") { Description = "A namespace around those of the schemas, with dots, so that flatc's types can be in the same program.", HelpName = "NAME" };
        Option<bool> keepPrefix = new("--keep-prefix")
        {
            Description = "Keep the folder of a schema in the name of its headers, relative to the first folder of -I that contains it, or to the current folder.",
        };
        Option<bool> noIncludes = new("--no-includes")
        {
            Description = target.HasIncludedTypes
                ? "Write only the types of the named schemas; another assembly contains those of included files."
                : target.HasNamespace ? "Write only the headers of the named schemas; those of included schemas exist."
                : "No effect: the target has no files for the types of included schemas.",
        };
        files.Validators.Add(OptionValues.RejectNoFile);
        folder.Validators.Add(result => OptionValues.RejectEmpty(result, "The path of the folder to write to"));
        folder.Validators.Add(result =>
        {
            if (result.Tokens.Count == 1 && result.Tokens[0].Value == StandardInput.Name)
            {
                result.AddError("--output: '-' is not the name of a folder; expected a path, such as ./- for a folder with this name.");
            }
            else if (result.Tokens.Count == 1 && File.Exists(result.Tokens[0].Value))
            {
                result.AddError($"--output: '{result.Tokens[0].Value}' is a file; expected a folder.");
            }
        });
        includes.Validators.Add(result => OptionValues.RejectEmpty(result, "The path of a folder to search"));
        Command command = new(target.Name, target.Description) { files, folder, includes, noIncludes, check };
        Option<int[]> ports = new("--port") { Description = "A TCP and UDP port of the server, 7777 by default; may be given several times.", HelpName = "PORT" };
        ports.Validators.Add(RejectBadPorts);
        SharedOptions shared = new();
        if (target.HasNamespace)
        {
            scope.Validators.Add(RejectOtherThanNamespace);
            command.Options.Add(scope);
            command.Options.Add(keepPrefix);
        }

        if (target.HasPacketFormat)
        {
            command.Options.Add(shared.FormatOption);
            command.Options.Add(ports);
        }

        command.SetAction(result => ExitCode.Of(error, () =>
        {
            Generation generation = new(output, error)
            {
                Target = target,
                Files = result.GetValue(files) ?? [],
                Output = result.GetValue(folder)!,
                IncludeFolders = result.GetValue(includes) ?? [],
                Options = new TargetOptions
                {
                    Cpp = target.HasNamespace && result.GetValue(scope) is { } name ? new CppOptions { Namespace = name } : CppOptions.Default,
                    Wireshark = target.HasPacketFormat ? OptionsOf(shared.Format(result), result.GetValue(ports) ?? []) : new WiresharkOptions(),
                },
                HasNoIncludes = result.GetValue(noIncludes),
                KeepsPrefix = target.HasNamespace && result.GetValue(keepPrefix),
                IsCheck = result.GetValue(check),
            };
            return generation.Run();
        }));
        return command;
    }

    private static void RejectOtherThanNamespace(OptionResult result)
    {
        string name = result.GetValueOrDefault<string>() ?? "";
        if (!name.Split('.').All(part => part.Length > 0 && !char.IsAsciiDigit(part[0]) && part.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '_')))
        {
            result.AddError($"The namespace is '{name}'; expected identifiers with dots between them.");
        }
    }

    private static WiresharkOptions OptionsOf(PacketFormat format, int[] ports) => new()
    {
        SizeWidth = format.SizeWidth,
        IdWidth = format.IdWidth,
        IsIdFirst = format.IsIdFirst,
        IsBigEndian = format.IsBigEndian,
        SizeCountsHeader = format.SizeCountsHeader,
        MaxPayloadSize = format.MaxPayloadSize,
        Ports = new EquatableArray<int>(ports.Length == 0 ? [WiresharkOptions.DefaultPort] : ports.Distinct()),
    };

    private static void RejectBadPorts(SymbolResult result)
    {
        foreach (Token token in result.Tokens.Where(token => !ushort.TryParse(token.Value, NumberStyles.None, CultureInfo.InvariantCulture, out ushort port) || port == 0))
        {
            result.AddError($"--port: '{token.Value}' is not a port; expected 1 to 65535.");
        }
    }
}
