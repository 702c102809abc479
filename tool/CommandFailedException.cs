namespace Codec.Cli;

/// <summary>The exception that is thrown if a command cannot run. Its message is shown to the user.</summary>
internal sealed class CommandFailedException(string message, Exception? cause = null) : Exception(message, cause);
