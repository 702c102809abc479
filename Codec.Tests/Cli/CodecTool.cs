using Spectre.Console;

namespace Codec.Tests.Cli;

/// <summary>Runs the tool <c>codec</c> in another process or in this one.</summary>
internal static class CodecTool
{
    // The path of another tool to test. .ci/run sets it to the tool that is installed from its package.
    private const string PathVariable = "CODEC_TOOL";

    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    /// <summary>Gets the path of the built tool, in a folder with its dependencies.</summary>
    public static string Path { get; } = Environment.GetEnvironmentVariable(PathVariable) ?? System.IO.Path.Combine(
        Repository.Root,
        "tool",
        System.IO.Path.GetRelativePath(Repository.PathOf("Codec.Tests"), new DirectoryInfo(AppContext.BaseDirectory).Parent!.FullName),
        "net8.0",
        "Codec.Cli.dll");

    /// <summary>Gets whether another tool than the built one is tested, which cannot run in this process.</summary>
    public static bool IsOtherTool => Environment.GetEnvironmentVariable(PathVariable) is not null;

    /// <summary>Runs the built tool in this process, which is faster, and another tool in another process.</summary>
    public static (int Exit, string Output, string Error) Run(params string[] arguments) => IsOtherTool ? Run([], arguments) : RunHere(arguments);

    /// <summary>Runs the tool in another process, with a standard input.</summary>
    public static (int Exit, string Output, string Error) Run(byte[] input, params string[] arguments)
    {
        using Process process = ExternalProgram.Start("dotnet", [Path, .. arguments], redirectInput: true);
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> error = process.StandardError.ReadToEndAsync();
        process.StandardInput.BaseStream.Write(input);
        process.StandardInput.Close();
        if (!process.WaitForExit(Limit))
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException($"codec {string.Join(' ', arguments)} did not end.");
        }

        return (process.ExitCode, output.GetAwaiter().GetResult(), error.GetAwaiter().GetResult());
    }

    /// <summary>Runs the tool in this process. Unexpected exceptions are thrown.</summary>
    public static (int Exit, string Output, string Error) RunHere(params string[] arguments)
    {
        if (IsOtherTool)
        {
            Assert.Ignore("The code of the other tool cannot run in this process.");
        }

        using StringWriter output = new() { NewLine = "\n" };
        using StringWriter error = new() { NewLine = "\n" };
        ParseResult result = CommandLineRoot.Parse(arguments, Console(output), Console(error));
        InvocationConfiguration configuration = new() { EnableDefaultExceptionHandler = false, Output = output, Error = error };
        int exit = ExitCode.Run(result, configuration);
        return (exit, output.ToString(), error.ToString());
    }

    /// <summary>Returns the output of a run without an error. It may have selected nothing.</summary>
    public static string Successful(this (int Exit, string Output, string Error) run)
    {
        Assert.That(run.Exit, Is.Zero, run.Output + run.Error);
        Assert.That(run.Error, Is.Empty.Or.StartsWith("No match in "), run.Output);
        return run.Output;
    }

    /// <summary>Returns a console that writes plain text and does not wrap lines.</summary>
    public static IAnsiConsole Console(TextWriter writer)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(writer) });
        console.Profile.Width = short.MaxValue;
        return console;
    }
}
