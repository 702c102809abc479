namespace Codec;

/// <content>Struct payloads.</content>
internal static partial class Throw
{
    [DoesNotReturn]
    internal static void StructFieldRefused(string path, string why) =>
        throw new NotSupportedException($"{path} {why}. A payload's struct must have the same layout in C++.");

    [DoesNotReturn]
    internal static void StructFieldMisaligned(string path, int offset, int alignment) =>
        throw new NotSupportedException(Text(
            $"{path} is at byte {offset}, which is not a multiple of its alignment of {alignment}. C++ has this layout only if the struct is packed on both sides."));

    [DoesNotReturn]
    internal static void StructSizeUneven(string path, int size, int alignment) =>
        throw new NotSupportedException(Text($"{path} has a Size of {size} bytes, which is not a multiple of its alignment of {alignment}. In C++, it always is."));

    [DoesNotReturn]
    internal static void StructFieldsOverlap(Type type, int offset) =>
        throw new NotSupportedException(Text($"{type.Name} has different fields that overlap at byte {offset}; the byte order of these bytes is ambiguous."));

    [DoesNotReturn]
    internal static void StructSizeDiffers(Type type, int inCpp, int here) =>
        throw new NotSupportedException(Text($"{type.Name} has {here} bytes in .NET and {inCpp} in C++."));

    [DoesNotReturn]
    internal static void PayloadSizeDiffers(int expected, int actual) =>
        throw new ArgumentException(Text($"The payload has {actual} bytes; the struct has {expected}."), "payload");

    [DoesNotReturn]
    internal static void SizeNotPackable(int payloadSize) =>
        throw new ArgumentOutOfRangeException(
            nameof(payloadSize), payloadSize, Text($"The size of a payload must be between 0 and {int.MaxValue - 1} bytes to be packed, but was {payloadSize}."));
}
