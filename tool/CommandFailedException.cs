using System;

namespace Codec.Cli;

/// <summary>The exception that is thrown if a command cannot run. Its message is shown to the user.</summary>
public sealed class CommandFailedException : Exception
{
    /// <summary>Creates an exception without a reason.</summary>
    public CommandFailedException()
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The reason, for the user.</param>
    public CommandFailedException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a cause.</summary>
    /// <param name="message">The reason, for the user.</param>
    /// <param name="innerException">The cause.</param>
    public CommandFailedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
