using System.Diagnostics.CodeAnalysis;

namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void ArgumentBelow(string parameter, long value, long smallest) =>
        throw new ArgumentOutOfRangeException(parameter, value, Text($"The {parameter} must be at least {smallest}, but was {value}."));

    /// <summary>Throws if a value is not from <paramref name="smallest"/> to <paramref name="largest"/>.</summary>
    internal static void IfOutOfRange(string parameter, long value, long smallest, long largest = long.MaxValue)
    {
        if (value < smallest)
        {
            ArgumentBelow(parameter, value, smallest);
        }

        if (value > largest)
        {
            ArgumentAbove(parameter, value, largest);
        }
    }

    [DoesNotReturn]
    internal static void PacketTooLongForCapture(int length, int largest) =>
        throw new ArgumentException(Text($"The packet has {length} bytes; the capture accepts at most {largest}."), "packet");

    [DoesNotReturn]
    internal static void OperationPending(string type, string? operation) =>
        throw new InvalidOperationException($"{operation} of this {type} has not ended. Only one call at a time is allowed.");

    [DoesNotReturn]
    internal static void TimestampOutOfRange(DateTimeOffset timestamp) =>
        throw new ArgumentOutOfRangeException(
            nameof(timestamp), timestamp, Text($"A capture contains times from 1970-01-01 to 2262-04-11; the timestamp was {timestamp:O}."));

    [DoesNotReturn]
    internal static void DirectionUnknown(string parameter) =>
        throw new ArgumentException("In a TCP capture, the direction of a packet must be inbound or outbound.", parameter);

    [DoesNotReturn]
    internal static void ReplaySpeedNotPositive(double speed) =>
        throw new ArgumentOutOfRangeException(nameof(speed), speed, Text($"The speed must be greater than zero, but was {speed}."));

    [DoesNotReturn]
    internal static void CaptureNotSeekable(string path) =>
        throw new IOException($"{path} is not seekable, as a pipe is not. Use new CaptureReader(stream) to read it.");

    [DoesNotReturn]
    internal static void ZipArchiveEmpty() => throw new InvalidDataException("The zip archive has no files.");
}
