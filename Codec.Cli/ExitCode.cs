using System;
using System.CommandLine;
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

    /// <summary>Returns the exit code of a command line that was invoked: arguments that are not understood are no findings.</summary>
    /// <param name="result">What was parsed.</param>
    /// <param name="exitCode">The exit code of the invocation.</param>
    /// <returns>The exit code.</returns>
    public static int Of(ParseResult result, int exitCode)
    {
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
    }
}
