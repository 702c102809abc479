using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;

namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void StreamNotWritable(string parameter) => throw new ArgumentException("The stream cannot be written to.", parameter);

    [DoesNotReturn]
    internal static void StreamNotReadable(string parameter) => throw new ArgumentException("The stream cannot be read from.", parameter);

    [DoesNotReturn]
    internal static void CountPastEnd(int length, int offset, int count) =>
        throw new ArgumentOutOfRangeException(nameof(count), count, Text($"The buffer has {length - offset} bytes from offset {offset} on, but the count is {count}."));

    [DoesNotReturn]
    internal static void ReadCountOutOfRange(int count, int asked) =>
        throw new IOException(Text($"A read of the stream returned {count} bytes; it must return between 0 and the {asked} that were requested."));

    [DoesNotReturn]
    internal static void DestinationNotWritable() => throw new NotSupportedException("The destination stream cannot be written to.");
}
