using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;

namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void NegativeArgument(string parameter, long value) =>
        throw new ArgumentOutOfRangeException(parameter, value, Text($"The {parameter} must not be negative, but was {value}."));

    [DoesNotReturn]
    internal static void ArgumentNotPositive(string parameter, long value) =>
        throw new ArgumentOutOfRangeException(parameter, value, Text($"The {parameter} must be greater than zero, but was {value}."));

    [DoesNotReturn]
    internal static void ArgumentAbove(string parameter, long value, long largest) =>
        throw new ArgumentOutOfRangeException(parameter, value, Text($"The {parameter} must be at most {largest}, but was {value}."));

    [DoesNotReturn]
    internal static void CountPastEnd(int length, int offset, int count) =>
        throw new ArgumentOutOfRangeException(nameof(count), count, Text($"The buffer has {length - offset} bytes from offset {offset} on, but the count is {count}."));

    [DoesNotReturn]
    internal static void StreamTooLong(ulong needed, long largest) =>
        throw new IOException(Text($"The stream would need {needed} bytes; it may have at most {largest}."));

    [DoesNotReturn]
    internal static void SeekBeforeBegin(long position) =>
        throw new IOException(Text($"The seek would move to {position}, before the stream's begin."));

    [DoesNotReturn]
    internal static void SeekOriginUnknown(SeekOrigin origin) =>
        throw new ArgumentException(Text($"The origin {(int)origin} is none of Begin, Current and End."), nameof(origin));

    [DoesNotReturn]
    internal static void TooLongForArray(long length, long largest) =>
        throw new InvalidOperationException(Text($"The stream has {length} bytes; an array holds at most {largest}."));

    [DoesNotReturn]
    internal static void DestinationShorterThanStream(long needed, int available) =>
        throw new ArgumentException(Text($"The destination has {available} bytes; the stream has {needed}."), "destination");

    [DoesNotReturn]
    internal static void ReadCountOutOfRange(int count, int asked) =>
        throw new IOException(Text($"The stream says that it read {count} bytes; it was asked for at most {asked}."));

    [DoesNotReturn]
    internal static void DestinationNotWritable() => throw new NotSupportedException("The destination stream cannot be written to.");
}
