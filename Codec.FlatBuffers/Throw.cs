using System;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Google.FlatBuffers;

/// <summary>
/// Throws every exception of the runtime. Each method is named after its condition. The methods are not inlined, so that their callers can be.
/// </summary>
internal static partial class Throw
{
    [DoesNotReturn]
    internal static void ArgumentNull(string parameter) => throw new ArgumentNullException(parameter);

    [DoesNotReturn]
    internal static void OutsideBuffer(int index, long size, ByteBuffer buffer) =>
        throw new ArgumentOutOfRangeException(
            nameof(index), index, Text($"{size} bytes at index {index} are not inside a buffer of {buffer.Length} bytes."));

    [DoesNotReturn]
    internal static void NegativeCount(string parameter, long count) =>
        throw new ArgumentOutOfRangeException(parameter, count, Text($"The count is {count}; it must not be negative."));

    [DoesNotReturn]
    internal static void HeadroomTooLarge(int headroom, int initialSize) =>
        throw new ArgumentOutOfRangeException(
            nameof(headroom),
            headroom,
            Text($"A buffer of {initialSize} bytes with {headroom} bytes of headroom is too large; a buffer has at most {int.MaxValue} bytes."));

    [DoesNotReturn]
    internal static void NotPositive(string parameter, int value) =>
        throw new ArgumentOutOfRangeException(parameter, value, Text($"The size is {value} bytes; it must be greater than zero."));

    [DoesNotReturn]
    internal static void MemoryWithoutArray() =>
        throw new ArgumentException("The memory is not part of an array; a ByteBuffer reads arrays only.", "memory");

    [DoesNotReturn]
    internal static void NoArray() =>
        throw new InvalidOperationException("The allocator has neither a Buffer nor a Memory of Length bytes at the start of an array.");

    [DoesNotReturn]
    internal static void AllocatedLength(int length, int arrayLength) =>
        throw new InvalidOperationException(Text($"The Length of the allocator is {length} bytes, but its array has {arrayLength} bytes."));

    [DoesNotReturn]
    internal static void TruncatedBuffer(int newSize, int length) =>
        throw new InvalidOperationException(Text($"A buffer of {length} bytes cannot be truncated to {newSize} bytes; it only grows."));

    [DoesNotReturn]
    internal static void NotGrown(int newSize, int length) =>
        throw new InvalidOperationException(Text($"The allocator was asked for a buffer of {newSize} bytes and returned one of {length} bytes."));

    [DoesNotReturn]
    internal static void FixedBuffer(int newSize, int length) =>
        throw new InvalidOperationException(Text($"A buffer over a part of an array cannot grow from {length} to {newSize} bytes."));

    [DoesNotReturn]
    internal static void CannotAdd(Type type) =>
        throw new ArgumentException(Text($"An array of {type} cannot be added to a message: the element must be a number, a bool, an enum or an offset."));

    [DoesNotReturn]
    internal static void CannotPut(Type type) =>
        throw new ArgumentException(Text($"An array of {type} cannot be put into a buffer: the element must be a number, a bool or an enum."));

    [DoesNotReturn]
    internal static void CannotRead(Type type) =>
        throw new ArgumentException(Text($"An array of {type} cannot be read from a buffer: the element must be a number, a bool or an enum."));

    [DoesNotReturn]
    internal static void EmptyArray() => throw new ArgumentException("The array is empty.");

    [DoesNotReturn]
    internal static void NotWholeElements(string parameter, int sizeInBytes, int elementSize) =>
        throw new ArgumentException(Text($"{sizeInBytes} bytes are not a whole number of elements of {elementSize} bytes."), parameter);

    [DoesNotReturn]
    internal static void ElementSizeMismatch(int elementSize, int size) =>
        throw new ArgumentException(Text($"The element type has {size} bytes, but the vector's elements have {elementSize}."), nameof(elementSize));

    [DoesNotReturn]
    internal static void SpanOnBigEndianHost(int size) =>
        throw new PlatformNotSupportedException(Text($"Elements of {size} bytes are little-endian; this host cannot return them as a span."));

    [DoesNotReturn]
    internal static void NoBuffer() => throw new InvalidOperationException("The verifier has no buffer; set Buf first.");

    [DoesNotReturn]
    internal static void VerifierMoved() =>
        throw new InvalidOperationException("A verify action pointed its verifier at another buffer; use a second verifier for that.");

    [DoesNotReturn]
    internal static void IdentifierLength(string parameter, int length) =>
        throw new ArgumentException(Text($"The file identifier has {length} characters; it must have {FlatBufferConstants.FileIdentifierLength}."), parameter);

    [DoesNotReturn]
    internal static void IdentifierCharacter(string parameter, char character) =>
        throw new ArgumentException(Text($"The file identifier contains U+{(int)character:X4}; each character must be one byte."), parameter);

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
