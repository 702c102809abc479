using System.ComponentModel;

namespace Codec.Bench;

/// <summary>Tells failures of the user's input or machine from faults of this program.</summary>
internal static class ExpectedFailure
{
    /// <summary>Returns the message in one line, or <see langword="null"/> if the failure is a fault of this program.</summary>
    internal static string? Message(Exception failure) => failure switch
    {
        AggregateException { InnerExceptions: [var first, ..] } => Message(first),

        // .NET appends the name of the parameter, which says nothing to the user of a command.
        ArgumentException { ParamName: { } name } =>
            failure.Message.Replace($" (Parameter '{name}')", "", StringComparison.Ordinal).ReplaceLineEndings(" "),
        ArgumentException or InvalidOperationException or TimeoutException or InvalidDataException or IOException or UnauthorizedAccessException
            or Win32Exception => failure.Message.ReplaceLineEndings(" "),
        _ => null,
    };
}
