using System;
using System.ComponentModel;
using System.IO;

namespace Codec.Bench.Commands;

/// <summary>Classifies exceptions.</summary>
internal static class ExpectedFailure
{
    /// <summary>
    /// Returns the message of an exception in one line, or <see langword="null"/> for a bug of the program. An argument, a missing tool, a file, a
    /// socket or another process causes the others.
    /// </summary>
    internal static string? Message(Exception failure) => failure switch
    {
        AggregateException { InnerExceptions: [var first, ..] } => Message(first),

        // .NET appends the name of the parameter, which says nothing to the user of a command.
        ArgumentException { ParamName: { } name } => failure.Message.Replace($" (Parameter '{name}')", "", StringComparison.Ordinal).ReplaceLineEndings(" "),
        ArgumentException or InvalidOperationException or TimeoutException or InvalidDataException or IOException or UnauthorizedAccessException or Win32Exception
            => failure.Message.ReplaceLineEndings(" "),
        _ => null,
    };
}
