using System.Diagnostics.CodeAnalysis;

namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void AdvancedTooFar(int count, int available) =>
        throw new InvalidOperationException(Text($"Advanced by {count} bytes, but the last GetMemory or GetSpan returned only {available}."));

    [DoesNotReturn]
    internal static void StreamTooLong(ulong needed, long largest) =>
        throw new IOException(Text($"The stream would need {needed} bytes; its limit is {largest}."));

    [DoesNotReturn]
    internal static void SeekBeforeBegin(long position) =>
        throw new IOException(Text($"The seek would move to {position}, before the start of the stream."));

    [DoesNotReturn]
    internal static void SeekOriginUnknown(SeekOrigin origin) =>
        throw new ArgumentException(Text($"The origin {(int)origin} is not Begin, Current or End."), nameof(origin));

    [DoesNotReturn]
    internal static void TooLongForArray(long length, long largest) =>
        throw new InvalidOperationException(Text($"The stream has {length} bytes; an array holds at most {largest}."));

    [DoesNotReturn]
    internal static void DestinationShorterThanStream(long needed, int available) =>
        throw new ArgumentException(Text($"The destination has {available} bytes; the stream has {needed}."), "destination");
}
