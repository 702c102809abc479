using System.CommandLine.Invocation;

namespace Codec.Cli;

internal static class ExitCode
{
    public const int Ok = 0;

    /// <summary>There are findings, such as breaking changes, invalid packets or files that are out of date.</summary>
    public const int Findings = 1;

    /// <summary>The command could not run: invalid arguments, a schema with errors, or a missing file.</summary>
    public const int CouldNotRun = 2;

    /// <summary>Runs a command line. Invalid arguments are not reported as findings.</summary>
    public static int Run(ParseResult result, InvocationConfiguration? configuration = null)
    {
        configuration ??= new InvocationConfiguration();
        // The handler of the command-line library would print a stack trace, and throws again if the standard error is a full disk.
        configuration.EnableDefaultExceptionHandler = false;
        int exitCode;
        try
        {
            if (result.Action is ParseErrorAction)
            {
                ErrorText.Write(configuration.Error, result);
                return CouldNotRun;
            }

            exitCode = result.Invoke(configuration);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Help or an error could not be written.
            return Fail(configuration.Error, exception.Message);
        }

        return result.Errors.Count > 0 ? CouldNotRun : exitCode;
    }

    /// <summary>Runs a command. If it cannot run, the reason is printed as one line on the standard error.</summary>
    public static int Of(IAnsiConsole error, Func<int> run)
    {
        try
        {
            return run();
        }
        catch (IOException exception) when (Utf8Output.IsNoLongerRead(exception))
        {
            // The reader of the pipe has what it needs, for example after codec decode | head.
            return Ok;
        }
        catch (Exception exception) when (exception
            is CommandFailedException or IOException or UnauthorizedAccessException or InvalidDataException or SocketException)
        {
            return Fail(error.Profile.Out.Writer, exception.Message);
        }
        catch (OperationCanceledException)
        {
            return Fail(error.Profile.Out.Writer, "Interrupted.");
        }
        catch (OutOfMemoryException)
        {
            return Fail(error.Profile.Out.Writer, "There is not enough memory for a schema or a packet of this size.");
        }
    }

    private static int Fail(TextWriter error, string message)
    {
        try
        {
            ErrorText.Write(error, $"codec: error: {message}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The standard error cannot be written either. The exit code remains.
        }

        return CouldNotRun;
    }
}
