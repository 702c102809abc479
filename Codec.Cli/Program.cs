using System;
using System.CommandLine;
using Codec.Cli;
using Spectre.Console;

IAnsiConsole output = AnsiConsole.Console;
IAnsiConsole error = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(Console.Error) });

// A terminal breaks long lines itself, and what reads a pipe wants them whole and plain.
output.Profile.Width = short.MaxValue;
output.Profile.Capabilities.Ansi &= !Console.IsOutputRedirected;
error.Profile.Width = short.MaxValue;
error.Profile.Capabilities.Ansi &= !Console.IsErrorRedirected;
ParseResult result = CommandLineRoot.Create(output, error).Parse(args);
return ExitCode.Run(result);
