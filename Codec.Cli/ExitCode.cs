using System;
using System.CommandLine;
using System.CommandLine.Invocation;
using System.IO;
using System.Linq;
using Spectre.Console;

namespace Codec.Cli;

/// <summary>The exit codes of the commands that read packets, payloads or schemas.</summary>
public static class ExitCode
{
    /// <summary>All is well.</summary>
    public const int Ok = 0;

    /// <summary>Something was found: breaking changes, invalid packets.</summary>
    public const int Findings = 1;

    /// <summary>The command could not run: bad arguments, a schema with errors, a file that does not exist.</summary>
    public const int CouldNotRun = 2;

    // Its commands write code: their exit code for bad arguments is 1.
    private const string Generating = "gen";

    /// <summary>Runs a command line: arguments that are not understood are no findings.</summary>
    /// <param name="result">What was parsed.</param>
    /// <param name="configuration">How to run it, or <see langword="null"/>.</param>
    /// <returns>The exit code.</returns>
    public static int Run(ParseResult result, InvocationConfiguration? configuration = null)
    {
        configuration ??= new InvocationConfiguration();
        if (result.Action is ParseErrorAction action)
        {
            // What reads the standard output expects no help there, and a line says what is wrong with the arguments of a command.
            configuration.Output = configuration.Error;
            action.ShowHelp = result.CommandResult.Command.Subcommands.Count > 0;
        }

        int exitCode = result.Invoke(configuration);
        bool isGenerating = result.CommandResult.Command.Name == Generating || result.CommandResult.Command.Parents.Any(parent => parent.Name == Generating);
        return result.Errors.Count > 0 && !isGenerating ? CouldNotRun : exitCode;
    }

    /// <summary>Runs a command. What keeps it from running is one line on the standard error.</summary>
    /// <param name="error">The standard error.</param>
    /// <param name="run">The command; returns the exit code.</param>
    /// <returns>The exit code.</returns>
    public static int Of(IAnsiConsole error, Func<int> run)
    {
        try
        {
            return run();
        }
        catch (Exception exception) when (exception is CommandFailedException or IOException or UnauthorizedAccessException or InvalidDataException)
        {
            error.Profile.Out.Writer.WriteLine($"codec: error: {exception.Message}");
            return CouldNotRun;
        }
        catch (OutOfMemoryException)
        {
            error.Profile.Out.Writer.WriteLine("codec: error: There is not enough memory for a schema or a packet of this size.");
            return CouldNotRun;
        }
    }
}
