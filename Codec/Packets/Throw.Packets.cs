namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void HostNotLittleEndian() =>
        throw new PlatformNotSupportedException("This host is big-endian; Codec supports only little-endian hosts.");

    [DoesNotReturn]
    internal static void DestinationTooShort(int needed, int available) =>
        throw new ArgumentException(Text($"The destination has {available} bytes; {needed} are needed."), "destination");

    [DoesNotReturn]
    internal static void NoRoomAtOffset(byte[] destination, int offset, int needed)
    {
        if ((uint)offset > (uint)destination.Length)
        {
            throw new ArgumentOutOfRangeException(nameof(offset), offset, Text($"The offset must be between 0 and the array's length of {destination.Length}, not {offset}."));
        }

        throw new ArgumentException(
            Text($"The destination has {destination.Length - offset} bytes from offset {offset} on; {needed} are needed."), nameof(destination));
    }

    [DoesNotReturn]
    internal static void WidthNotTwoOrFour(string parameter, int width) =>
        throw new ArgumentOutOfRangeException(parameter, width, Text($"The {parameter} must be 2 or 4 bytes, not {width}."));

    [DoesNotReturn]
    internal static void MaxPayloadSizeOutOfRange(int maxPayloadSize, int sayable) =>
        throw new ArgumentOutOfRangeException(
            nameof(maxPayloadSize), maxPayloadSize, Text($"The largest payload must be between 0 and {sayable} bytes in this format, not {maxPayloadSize}."));

    [DoesNotReturn]
    internal static void IdTooLarge(uint id, uint maxId) =>
        throw new ArgumentOutOfRangeException(nameof(id), id, Text($"The format's largest id is {maxId}; {id} does not fit."));

    [DoesNotReturn]
    internal static void PayloadTooLarge(long payloadSize, int maxPayloadSize) =>
        throw new ArgumentOutOfRangeException(
            nameof(payloadSize), payloadSize, Text($"The payload has {payloadSize} bytes; this format allows 0 to {maxPayloadSize} bytes."));

    [DoesNotReturn]
    internal static void NotAPacketFormat(string problem) => throw new FormatException(problem);
}
