using System;

namespace Google.FlatBuffers;

/// <content>Sizes of element types, and the byte order of numbers.</content>
public partial class ByteBuffer
{
    /// <summary>Returns the size of one element.</summary>
    /// <typeparam name="T">The element's type.</typeparam>
    /// <returns>The size in bytes.</returns>
    public static int SizeOf<T>() => ElementType<T>.Size;

    /// <summary>Returns whether the type is a number or a bool that a vector can contain.</summary>
    /// <typeparam name="T">The element's type.</typeparam>
    /// <returns>True for bool and the ten number types of the format.</returns>
    public static bool IsSupportedType<T>() => ElementType<T>.IsScalar;

    /// <summary>Returns the size of all elements of an array.</summary>
    /// <typeparam name="T">The element's type.</typeparam>
    /// <param name="x">The array.</param>
    /// <returns>The size in bytes.</returns>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    public static int ArraySize<T>(T[] x)
    {
        if (x is null)
        {
            Throw.ArgumentNull(nameof(x));
        }

        return checked(x.Length * ElementType<T>.Size);
    }

    /// <summary>Returns the size of all elements of a part of an array.</summary>
    /// <typeparam name="T">The element's type.</typeparam>
    /// <param name="x">The part.</param>
    /// <returns>The size in bytes.</returns>
    public static int ArraySize<T>(ArraySegment<T> x) => checked(x.Count * ElementType<T>.Size);

    /// <inheritdoc cref="ArraySize{T}(ArraySegment{T})"/>
    public static int ArraySize<T>(Span<T> x) => checked(x.Length * ElementType<T>.Size);

    /// <summary>Converts a size in bytes to a number of elements.</summary>
    /// <typeparam name="T">The element's type.</typeparam>
    /// <param name="valueInBytes">The size in bytes.</param>
    /// <returns>The number of elements.</returns>
    /// <exception cref="ArgumentException">The size is not a multiple of the element size.</exception>
    public static int ConvertBytesToTs<T>(int valueInBytes)
        where T : struct
    {
        if (valueInBytes % ElementType<T>.Size != 0)
        {
            Throw.NotWholeElements(nameof(valueInBytes), valueInBytes, ElementType<T>.Size);
        }

        return valueInBytes / ElementType<T>.Size;
    }

    /// <summary>Converts a number of elements to a size in bytes.</summary>
    /// <typeparam name="T">The element's type.</typeparam>
    /// <param name="valueInTs">The number of elements.</param>
    /// <returns>The size in bytes.</returns>
    public static int ConvertTsToBytes<T>(int valueInTs)
        where T : struct => checked(valueInTs * ElementType<T>.Size);

    /// <summary>Reverses the bytes of a number.</summary>
    /// <param name="input">The number.</param>
    /// <returns>The number with its bytes reversed.</returns>
    public static ushort ReverseBytes(ushort input) => System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(input);

    /// <inheritdoc cref="ReverseBytes(ushort)"/>
    public static uint ReverseBytes(uint input) => System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(input);

    /// <inheritdoc cref="ReverseBytes(ushort)"/>
    public static ulong ReverseBytes(ulong input) => System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(input);

    /// <summary>Reads an unsigned number of up to eight bytes.</summary>
    /// <param name="offset">The index of its first byte.</param>
    /// <param name="count">The size of the number in bytes.</param>
    /// <returns>The number.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The number is not completely inside the buffer.</exception>
    protected ulong ReadLittleEndian(int offset, int count)
    {
        _ = IndexOf(offset, count);
        ulong value = 0;
        for (int i = count - 1; i >= 0; i--)
        {
            value = (value << 8) | Get(offset + i);
        }

        return value;
    }

    /// <summary>Writes the lowest bytes of a number.</summary>
    /// <param name="offset">The index of the first byte.</param>
    /// <param name="count">The number of bytes to write, at most eight.</param>
    /// <param name="data">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException">The bytes are not completely inside the buffer.</exception>
    protected void WriteLittleEndian(int offset, int count, ulong data)
    {
        _ = IndexOf(offset, count);
        for (int i = 0; i < count; i++)
        {
            Put(offset + i, (byte)(data >> (8 * i)));
        }
    }
}
