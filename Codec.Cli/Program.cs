using System;
using Codec.Cli;
using Spectre.Console;

IAnsiConsole console = AnsiConsole.Console;

// A terminal breaks long lines itself, and what reads a pipe wants them whole and plain.
console.Profile.Width = short.MaxValue;
console.Profile.Capabilities.Ansi &= !Console.IsOutputRedirected;
return CommandLineRoot.Create(console).Parse(args).Invoke();
