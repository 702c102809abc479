using System;
using System.IO;
using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>Reads and writes blocks of bytes and arrays of numbers.</content>
public partial class ByteBuffer
{
    /// <summary>Writes a byte repeatedly.</summary>
    /// <param name="offset">The index of the first byte.</param>
    /// <param name="value">The byte.</param>
    /// <param name="count">The number of bytes to write. 0 or a negative number writes nothing.</param>
    /// <exception cref="ArgumentOutOfRangeException">Not all of the bytes are inside the buffer.</exception>
    public void PutByte(int offset, byte value, int count)
    {
        if (count > 0)
        {
            Unsafe.InitBlockUnaligned(ref ArrayReference.At(_array, IndexOf(offset, count)), value, (uint)count);
        }
    }

    /// <summary>Writes an array of numbers that ends at <paramref name="offset"/>.</summary>
    /// <typeparam name="T">A number, a bool or an enum.</typeparam>
    /// <param name="offset">The index after the last byte to write.</param>
    /// <param name="x">The numbers.</param>
    /// <returns>The index of the first byte written.</returns>
    /// <exception cref="ArgumentException">The array is null or empty, or its element type is not supported.</exception>
    /// <exception cref="ArgumentOutOfRangeException">Not all of the bytes are inside the buffer.</exception>
    public int Put<T>(int offset, T[] x)
        where T : struct
    {
        if (x is null)
        {
            Throw.ArgumentNull(nameof(x));
        }

        return Put(offset, new ArraySegment<T>(x));
    }

    /// <inheritdoc cref="Put{T}(int, T[])"/>
    public int Put<T>(int offset, ArraySegment<T> x)
        where T : struct
    {
        if (x.Array is null)
        {
            Throw.ArgumentNull(nameof(x));
        }

        if (x.Count == 0)
        {
            Throw.EmptyArray();
        }

        return PutElements<T>(offset, ref Unsafe.As<T, byte>(ref x.Array[x.Offset]), (long)x.Count * ElementType<T>.Size);
    }

    /// <inheritdoc cref="Put{T}(int, T[])"/>
    public int Put<T>(int offset, Span<T> x)
        where T : struct
    {
        if (x.IsEmpty)
        {
            Throw.EmptyArray();
        }

        return PutElements<T>(offset, ref Unsafe.As<T, byte>(ref x[0]), (long)x.Length * ElementType<T>.Size);
    }

    /// <summary>Copies numbers from memory into the buffer. They end at <paramref name="offset"/>.</summary>
    /// <typeparam name="T">A number, a bool or an enum.</typeparam>
    /// <param name="offset">The index after the last byte to write.</param>
    /// <param name="ptr">The address of the first number. The numbers are in the host's byte order.</param>
    /// <param name="sizeInBytes">The size of all numbers in bytes.</param>
    /// <returns>The index of the first byte written.</returns>
    /// <exception cref="ArgumentException">The pointer is null, the size is not positive or not a whole number of elements, or
    /// the type is not supported.</exception>
    /// <exception cref="ArgumentOutOfRangeException">Not all of the bytes are inside the buffer.</exception>
    public unsafe int Put<T>(int offset, IntPtr ptr, int sizeInBytes)
        where T : struct
    {
        if (ptr == IntPtr.Zero)
        {
            Throw.ArgumentNull(nameof(ptr));
        }

        if (sizeInBytes <= 0)
        {
            Throw.EmptyArray();
        }

        if (sizeInBytes % ElementType<T>.Size != 0)
        {
            Throw.NotWholeElements(nameof(sizeInBytes), sizeInBytes, ElementType<T>.Size);
        }

        return PutElements<T>(offset, ref Unsafe.AsRef<byte>((void*)ptr), sizeInBytes);
    }

    /// <summary>Copies the whole array, including the bytes before the position.</summary>
    /// <returns>A new array.</returns>
    public byte[] ToFullArray() => ToArray(0, _length);

    /// <summary>Copies the bytes from the position to the end.</summary>
    /// <returns>A new array.</returns>
    public byte[] ToSizedArray() => ToArray(Position, _length - Position);

    /// <summary>Copies the bytes from the position to the end, with zeros before and after them.</summary>
    /// <param name="padLeft">The number of zeros before the bytes.</param>
    /// <param name="padRight">The number of zeros after the bytes.</param>
    /// <returns>A new array.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The position is not inside the buffer, or a padding is negative.</exception>
    /// <exception cref="OverflowException">The array would have more than <see cref="int.MaxValue"/> bytes.</exception>
    public byte[] ToSizedArrayPadded(int padLeft, int padRight) => ToArrayPadded<byte>(Position, _length - Position, padLeft, padRight);

    /// <summary>Copies a part of the buffer.</summary>
    /// <param name="pos">The index of the first byte of the part.</param>
    /// <param name="len">The length of the part in bytes.</param>
    /// <returns>A new array.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not inside the buffer.</exception>
    public byte[] ToArray(int pos, int len) => ToArray<byte>(pos, len);

    /// <summary>Copies a part of the buffer as numbers.</summary>
    /// <typeparam name="T">A number, a bool or an enum.</typeparam>
    /// <param name="posInBytes">The index of the first byte.</param>
    /// <param name="lenInBytes">The size of all numbers in bytes.</param>
    /// <returns>A new array.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not inside the buffer.</exception>
    /// <exception cref="ArgumentException">The part is not a whole number of elements, or the type is not supported.</exception>
    public T[] ToArray<T>(int posInBytes, int lenInBytes)
        where T : struct => ToArrayPadded<T>(posInBytes, lenInBytes, 0, 0);

    /// <summary>Copies a part of the buffer as numbers, with zeros before and after them.</summary>
    /// <typeparam name="T">A number, a bool or an enum.</typeparam>
    /// <param name="posInBytes">The index of the first byte.</param>
    /// <param name="lenInBytes">The size of all numbers in bytes.</param>
    /// <param name="padLeftInBytes">The number of zero bytes before the numbers.</param>
    /// <param name="padRightInBytes">The number of zero bytes after the numbers.</param>
    /// <returns>A new array.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not inside the buffer, or a padding is negative.</exception>
    /// <exception cref="ArgumentException">A size is not a whole number of elements, or the type is not supported.</exception>
    /// <exception cref="OverflowException">The array would have more than <see cref="int.MaxValue"/> bytes.</exception>
    public T[] ToArrayPadded<T>(int posInBytes, int lenInBytes, int padLeftInBytes, int padRightInBytes)
        where T : struct
    {
        int size = ElementType<T>.Size;
        int index = IndexOf(posInBytes, lenInBytes);
        if (!ElementType<T>.IsCopied)
        {
            Throw.CannotRead(typeof(T));
        }

        CheckPadding(nameof(padLeftInBytes), padLeftInBytes, size);
        CheckPadding(nameof(padRightInBytes), padRightInBytes, size);
        if (lenInBytes % size != 0)
        {
            Throw.NotWholeElements(nameof(lenInBytes), lenInBytes, size);
        }

        T[] elements = new T[checked(padLeftInBytes + lenInBytes + padRightInBytes) / size];
        if (lenInBytes != 0)
        {
            ref byte first = ref Unsafe.As<T, byte>(ref elements[padLeftInBytes / size]);
            LittleEndian.CopyOut(ref ArrayReference.At(_array, index), ref first, lenInBytes, size);
        }

        return elements;
    }

    /// <summary>Returns a part of the buffer without copying it.</summary>
    /// <param name="pos">The index of the first byte of the part.</param>
    /// <param name="len">The length of the part in bytes.</param>
    /// <returns>The part of the array.</returns>
    /// <exception cref="ArgumentException">The part is not inside the buffer.</exception>
    public ArraySegment<byte> ToArraySegment(int pos, int len) => new(_array, IndexOf(pos, len), len);

    /// <summary>Creates a writable stream over a part of the buffer.</summary>
    /// <param name="pos">The index of the first byte of the part.</param>
    /// <param name="len">The length of the part in bytes.</param>
    /// <returns>The stream. It shares the bytes of the buffer.</returns>
    /// <exception cref="ArgumentException">The part is not inside the buffer.</exception>
    public MemoryStream ToMemoryStream(int pos, int len) => new(_array, IndexOf(pos, len), len);

    private static void CheckPadding(string parameter, int padding, int size)
    {
        if (padding < 0)
        {
            Throw.NegativeCount(parameter, padding);
        }

        if (padding % size != 0)
        {
            Throw.NotWholeElements(parameter, padding, size);
        }
    }

    private int PutElements<T>(int offset, ref byte source, long sizeInBytes)
        where T : struct
    {
        if (!ElementType<T>.IsCopied)
        {
            Throw.CannotPut(typeof(T));
        }

        long start = offset - sizeInBytes;
        if (start < 0 || offset > _length)
        {
            Throw.OutsideBuffer((int)Math.Max(start, int.MinValue), sizeInBytes, this);
        }

        LittleEndian.CopyIn(ref source, ref ArrayReference.At(_array, (int)start), (int)sizeInBytes, ElementType<T>.Size);
        return (int)start;
    }
}
