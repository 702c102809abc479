using System;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.ExceptionServices;

namespace Codec;

/// <summary>The exceptions of the library: one method per condition. The methods are not inlined, so that their callers are small enough to be inlined.</summary>
internal static partial class Throw
{
    [DoesNotReturn]
    internal static void ArgumentNull(string parameter) => throw new ArgumentNullException(parameter);

    /// <summary>Throws if an argument is null. Do not pass a message of a generic type: a struct would be boxed.</summary>
    internal static void IfNull([NotNull] object? value, string parameter)
    {
        if (value is null)
        {
            ArgumentNull(parameter);
        }
    }

    [DoesNotReturn]
    internal static void UndefinedValue(string parameter, int value) =>
        throw new ArgumentOutOfRangeException(parameter, value, Text($"{value} is not a defined value."));

    [DoesNotReturn]
    internal static void Disposed(string type) => throw new ObjectDisposedException(type);

    /// <summary>Throws an exception that was caught, with its stack trace.</summary>
    [DoesNotReturn]
    internal static void Again(Exception caught)
    {
        ExceptionDispatchInfo.Capture(caught).Throw();
        throw caught;
    }

    [DoesNotReturn]
    internal static void NoPacket() => throw new InvalidOperationException("This read returned no packet. Check Status before you use Packet.");

    [DoesNotReturn]
    internal static void NegativeArgument(string parameter, long value) =>
        throw new ArgumentOutOfRangeException(parameter, value, Text($"The {parameter} must not be negative, but was {value}."));

    [DoesNotReturn]
    internal static void ArgumentNotPositive(string parameter, long value) =>
        throw new ArgumentOutOfRangeException(parameter, value, Text($"The {parameter} must be greater than zero, but was {value}."));

    [DoesNotReturn]
    internal static void ArgumentAbove(string parameter, long value, long largest) =>
        throw new ArgumentOutOfRangeException(parameter, value, Text($"The {parameter} must be at most {largest}, but was {value}."));

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
