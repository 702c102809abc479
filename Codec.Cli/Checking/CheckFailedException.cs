using System;

namespace Codec.Cli.Checking;

/// <summary>The schemas cannot be compared; the message says why.</summary>
public sealed class CheckFailedException : Exception
{
    /// <summary>Makes an exception without a reason.</summary>
    public CheckFailedException()
    {
    }

    /// <summary>Makes an exception.</summary>
    /// <param name="message">The reason, for the user.</param>
    public CheckFailedException(string message)
        : base(message)
    {
    }

    /// <summary>Makes an exception that another one caused.</summary>
    /// <param name="message">The reason, for the user.</param>
    /// <param name="innerException">The cause.</param>
    public CheckFailedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
