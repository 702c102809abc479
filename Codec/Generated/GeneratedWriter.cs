using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Codec.Compat;

namespace Codec.Generated;

/// <summary>Puts texts and vectors behind the tables that refer to them, for code that the schema compiler wrote.</summary>
/// <remarks>
/// Positions are bytes from the payload's start; <c>at</c> is where to write, divisible by 4, <c>end</c> is where the memory ends, and
/// <c>slot</c> is the place of the offset that is to lead here. Each method returns where the next object goes, or -1 where there was no
/// room. Stateless and safe to share between threads.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedWriter
{
    // Length, terminator and as many zero bytes as the fast path may write past the terminator.
    private const int TextOverhead = 4 + 4;

    /// <summary>The most bytes that <see cref="Text"/> takes.</summary>
    /// <param name="text">The text.</param>
    /// <returns>Bytes, with padding.</returns>
    public static long MaxTextSize(string text) => TextOverhead + ((long)Utf8Text.MaxBytesPerChar * text.Length);

    /// <summary>The bytes that <see cref="Vector{T}"/> takes at most.</summary>
    /// <param name="count">The number of elements.</param>
    /// <param name="elementSize">The bytes of one.</param>
    /// <param name="alignment">What the first element's place is divisible by, in bytes.</param>
    /// <returns>Bytes, with padding.</returns>
    public static long MaxVectorSize(int count, int elementSize, int alignment) => 4 + 3 + (alignment - 4) + ((long)count * elementSize);

    /// <summary>Writes a text.</summary>
    public static int Text(ref byte origin, int at, int end, int slot, string text)
    {
        if (MaxTextSize(text) > end - at)
        {
            return ExactText(ref origin, at, end, slot, text);
        }

        return FittingText(ref origin, at, slot, text);
    }

    /// <summary>Writes a text where the caller has seen that <see cref="MaxTextSize"/> bytes are left.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FittingText(ref byte origin, int at, int slot, string text)
    {
        int start = at + 4;
        int count = Utf8Text.GetBytes(text, ref Unsafe.Add(ref origin, (nint)(uint)start), Utf8Text.MaxBytesPerChar * text.Length);
        GeneratedBytes.StoreUInt32(ref origin, slot, (uint)(at - slot));
        GeneratedBytes.StoreInt32(ref origin, at, count);
        GeneratedBytes.StoreUInt32(ref origin, start + count, 0);
        return (start + count + 4) & ~3;
    }

    /// <summary>Writes a text that is UTF-8 already; it is not checked to be.</summary>
    public static int Utf8(ref byte origin, int at, int end, int slot, ReadOnlySpan<byte> text)
    {
        long needed = (4L + text.Length + 4) & ~3L;
        if (needed > end - at)
        {
            return -1;
        }

        int next = at + (int)needed;
        GeneratedBytes.StoreUInt32(ref origin, next - 4, 0);
        GeneratedBytes.StoreUInt32(ref origin, slot, (uint)(at - slot));
        GeneratedBytes.StoreInt32(ref origin, at, text.Length);
        Unsafe.CopyBlockUnaligned(
            ref Unsafe.Add(ref origin, (nint)(uint)(at + 4)), ref MemoryMarshal.GetReference(text), (uint)text.Length);
        return next;
    }

    /// <summary>Writes a vector's offset and length and leaves room for its elements.</summary>
    /// <param name="origin">The payload's first byte.</param>
    /// <param name="at">Where to write.</param>
    /// <param name="end">Where the memory ends.</param>
    /// <param name="slot">The place of the offset.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="elementSize">The bytes of one.</param>
    /// <param name="alignment">What the first element's place is divisible by: 4 or more.</param>
    /// <param name="elements">Where the first element goes.</param>
    /// <returns>Where the next object goes, or -1.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int VectorHead(ref byte origin, int at, int end, int slot, int count, int elementSize, int alignment, out int elements)
    {
        long first = alignment <= 4 ? at + 4L : (at + 4L + alignment - 1) & -(long)alignment;
        long next = (first + ((long)count * elementSize) + 3) & ~3L;
        elements = (int)first;
        if (next > end)
        {
            return -1;
        }

        if (alignment > 4)
        {
            GeneratedBytes.Clear(ref origin, at, elements - at);
        }

        // Padding after the last element; where there are no elements this is the length, which is written next.
        GeneratedBytes.StoreUInt32(ref origin, (int)next - 4, 0);
        GeneratedBytes.StoreUInt32(ref origin, slot, (uint)(elements - 4 - slot));
        GeneratedBytes.StoreInt32(ref origin, elements - 4, count);
        return (int)next;
    }

    /// <summary>Writes a vector of numbers or of structs; a struct only where <see cref="GeneratedBytes.IsLittleEndian"/>.</summary>
    /// <typeparam name="T">A number, or a struct with the wire's layout.</typeparam>
    // In line: in a table of a vector, a call more for some bytes costs as much as the bytes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Vector<T>(ref byte origin, int at, int end, int slot, ReadOnlySpan<T> values, int alignment)
        where T : unmanaged
    {
        int next = VectorHead(ref origin, at, end, slot, values.Length, Unsafe.SizeOf<T>(), alignment, out int elements);
        if (next >= 0)
        {
            Copy(ref origin, elements, values);
        }

        return next;
    }

    /// <summary>Writes a vector of numbers where the caller has seen that <see cref="MaxVectorSize"/> bytes are left.</summary>
    /// <typeparam name="T">A number.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FittingVector<T>(ref byte origin, int at, int slot, ReadOnlySpan<T> values, int alignment)
        where T : unmanaged
    {
        int elements = alignment <= 4 ? at + 4 : (at + 4 + alignment - 1) & -alignment;
        int next = (elements + (values.Length * Unsafe.SizeOf<T>()) + 3) & ~3;
        if (alignment > 4)
        {
            GeneratedBytes.Clear(ref origin, at, elements - at);
        }

        // As in VectorHead: padding, then the length.
        GeneratedBytes.StoreUInt32(ref origin, next - 4, 0);
        GeneratedBytes.StoreUInt32(ref origin, slot, (uint)(elements - 4 - slot));
        GeneratedBytes.StoreInt32(ref origin, elements - 4, values.Length);
        Copy(ref origin, elements, values);
        return next;
    }

    /// <summary>Makes a place for a struct that an offset leads to, as in a union.</summary>
    /// <returns>The struct's place, or -1 where there was no room; <paramref name="next"/> is where the next object goes, or -1.</returns>
    public static int StructPlace(ref byte origin, int at, int end, int slot, int size, int alignment, out int next)
    {
        long place = (at + (long)alignment - 1) & -(long)alignment;
        long last = (place + size + 3) & ~3L;
        if (last > end)
        {
            next = -1;
            return -1;
        }

        next = (int)last;
        GeneratedBytes.Clear(ref origin, at, next - at);
        GeneratedBytes.StoreUInt32(ref origin, slot, (uint)(place - slot));
        return (int)place;
    }

    /// <summary>Writes a vector of texts.</summary>
    /// <exception cref="InvalidOperationException">A text is null.</exception>
    public static int Texts(ref byte origin, int at, int end, int slot, ReadOnlySpan<string> texts, string field)
    {
        at = VectorHead(ref origin, at, end, slot, texts.Length, 4, 4, out int elements);
        for (int i = 0; at >= 0 && i < texts.Length; i++)
        {
            if (texts[i] is null)
            {
                Throw.NullElement(field);
            }

            at = Text(ref origin, at, end, elements + (4 * i), texts[i]);
        }

        return at;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Copy<T>(ref byte origin, int at, ReadOnlySpan<T> values)
        where T : unmanaged
    {
        if (GeneratedBytes.IsLittleEndian)
        {
            Unsafe.CopyBlockUnaligned(
                ref Unsafe.Add(ref origin, (nint)(uint)at),
                ref Unsafe.As<T, byte>(ref MemoryMarshal.GetReference(values)),
                (uint)values.Length * (uint)Unsafe.SizeOf<T>());
        }
        else
        {
            Bytewise(ref origin, at, values);
        }
    }

    private static void Bytewise<T>(ref byte origin, int at, ReadOnlySpan<T> values)
        where T : unmanaged
    {
        for (int i = 0; i < values.Length; i++)
        {
            T value = values[i];
            int place = at + (i * Unsafe.SizeOf<T>());
            switch (Unsafe.SizeOf<T>())
            {
                case 1:
                    GeneratedBytes.StoreByte(ref origin, place, Unsafe.As<T, byte>(ref value));
                    break;
                case 2:
                    GeneratedBytes.StoreUInt16(ref origin, place, Unsafe.As<T, ushort>(ref value));
                    break;
                case 4:
                    GeneratedBytes.StoreUInt32(ref origin, place, Unsafe.As<T, uint>(ref value));
                    break;
                default:
                    GeneratedBytes.StoreUInt64(ref origin, place, Unsafe.As<T, ulong>(ref value));
                    break;
            }
        }
    }

    private static int ExactText(ref byte origin, int at, int end, int slot, string text)
    {
        int count = System.Text.Encoding.UTF8.GetByteCount(text);
        long needed = (4L + count + 4) & ~3L;
        if (needed > end - at)
        {
            return -1;
        }

        int next = at + (int)needed;
        GeneratedBytes.StoreUInt32(ref origin, next - 4, 0);
        GeneratedBytes.StoreUInt32(ref origin, slot, (uint)(at - slot));
        GeneratedBytes.StoreInt32(ref origin, at, count);
        if (count > 0)
        {
            Utf8Text.GetBytes(text, ref Unsafe.Add(ref origin, (nint)(uint)(at + 4)), count);
        }

        return next;
    }
}
