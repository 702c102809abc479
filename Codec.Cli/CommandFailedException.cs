using System;

namespace Codec.Cli;

/// <summary>A command could not run; the message says why, to the user.</summary>
public sealed class CommandFailedException : Exception
{
    /// <summary>Makes an exception without a reason.</summary>
    public CommandFailedException()
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The reason, for the user.</param>
    public CommandFailedException(string message)
        : base(message)
    {
    }

    /// <summary>Makes an exception that another one caused.</summary>
    /// <param name="message">The reason, for the user.</param>
    /// <param name="innerException">The cause.</param>
    public CommandFailedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
