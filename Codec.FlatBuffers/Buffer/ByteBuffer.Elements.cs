using System;

namespace Google.FlatBuffers;

/// <content>Element types, and the byte order of numbers.</content>
public partial class ByteBuffer
{
    /// <summary>The bytes of one element.</summary>
    /// <typeparam name="T">The element's type.</typeparam>
    /// <returns>Its size in bytes.</returns>
    public static int SizeOf<T>() => ElementType<T>.Size;

    /// <summary>Whether the type is a number or a bool, as vectors hold them.</summary>
    /// <typeparam name="T">The element's type.</typeparam>
    /// <returns>True for bool and the ten number types of the format.</returns>
    public static bool IsSupportedType<T>() => ElementType<T>.IsScalar;

    /// <summary>The bytes of an array's elements.</summary>
    /// <typeparam name="T">The element's type.</typeparam>
    /// <param name="x">The array.</param>
    /// <returns>The size in bytes.</returns>
    public static int ArraySize<T>(T[] x) => checked(x.Length * ElementType<T>.Size);

    /// <inheritdoc cref="ArraySize{T}(T[])"/>
    public static int ArraySize<T>(ArraySegment<T> x) => checked(x.Count * ElementType<T>.Size);

    /// <inheritdoc cref="ArraySize{T}(T[])"/>
    public static int ArraySize<T>(Span<T> x) => checked(x.Length * ElementType<T>.Size);

    /// <summary>The elements in a number of bytes.</summary>
    /// <typeparam name="T">The element's type.</typeparam>
    /// <param name="valueInBytes">The bytes.</param>
    /// <returns>The elements.</returns>
    /// <exception cref="ArgumentException">They are not whole.</exception>
    public static int ConvertBytesToTs<T>(int valueInBytes)
        where T : struct
    {
        if (valueInBytes % ElementType<T>.Size != 0)
        {
            Throw.NotWholeElements(nameof(valueInBytes), valueInBytes, ElementType<T>.Size);
        }

        return valueInBytes / ElementType<T>.Size;
    }

    /// <summary>The bytes of a number of elements.</summary>
    /// <typeparam name="T">The element's type.</typeparam>
    /// <param name="valueInTs">The elements.</param>
    /// <returns>The bytes.</returns>
    public static int ConvertTsToBytes<T>(int valueInTs)
        where T : struct => checked(valueInTs * ElementType<T>.Size);

    /// <summary>Turns the bytes of a number around.</summary>
    /// <param name="input">The number.</param>
    /// <returns>The number with its bytes in the other order.</returns>
    public static ushort ReverseBytes(ushort input) => System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(input);

    /// <inheritdoc cref="ReverseBytes(ushort)"/>
    public static uint ReverseBytes(uint input) => System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(input);

    /// <inheritdoc cref="ReverseBytes(ushort)"/>
    public static ulong ReverseBytes(ulong input) => System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(input);

    /// <summary>Reads an unsigned number of up to eight bytes.</summary>
    /// <param name="offset">Its index, in bytes.</param>
    /// <param name="count">Its bytes.</param>
    /// <returns>The number.</returns>
    /// <exception cref="ArgumentOutOfRangeException">It is not inside the buffer.</exception>
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
    /// <param name="offset">The index of the first, in bytes.</param>
    /// <param name="count">How many, up to eight.</param>
    /// <param name="data">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException">They are not inside the buffer.</exception>
    protected void WriteLittleEndian(int offset, int count, ulong data)
    {
        _ = IndexOf(offset, count);
        for (int i = 0; i < count; i++)
        {
            Put(offset + i, (byte)(data >> (8 * i)));
        }
    }
}
