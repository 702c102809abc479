using Codec.Cli;

if (UnixDescriptor.IsClosed(UnixDescriptor.StandardOutput))
{
    Console.SetOut(new ClosedOutput());
}

const int ErrorDescriptor = 2;
if (UnixDescriptor.IsClosed(ErrorDescriptor))
{
    Console.SetError(TextWriter.Null);
}

IAnsiConsole output = AnsiConsole.Console;
IAnsiConsole error = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(Console.Error) });

// A program that reads a pipe needs complete lines without styles.
output.Profile.Width = Console.IsOutputRedirected || Console.WindowWidth <= 0 ? short.MaxValue : Console.WindowWidth;
output.Profile.Capabilities.Ansi &= !Console.IsOutputRedirected;
error.Profile.Width = ErrorText.WidthOf(Console.Error);
error.Profile.Capabilities.Ansi &= !Console.IsErrorRedirected;
ParseResult result = CommandLineRoot.Parse(args, output, error);
return ExitCode.Run(result);
