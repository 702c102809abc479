#if NET
using System.Runtime.Intrinsics;

namespace Codec.Compat;

/// <summary>
/// Converts ASCII characters directly. Names and chat lines are short. For them, selecting the widest vectors of the machine and calling the encoding
/// through spans cost as much as the conversion, and the first call of the encoding in a process takes a millisecond or two.
/// </summary>
internal static class AsciiText
{
    /// <summary>The longest text that <see cref="Read"/> reads faster than the encoding, in bytes.</summary>
    internal const int LongestRead = 32;

    private const ulong BeyondAsciiInFour = 0xFF80_FF80_FF80_FF80;
    private const ulong BeyondAsciiInEight = 0x8080_8080_8080_8080;

    // The shortest text that is written with vectors, after the first texts of a process. Those are written without: the JIT takes two milliseconds to
    // load the types of the first vectors that it compiles.
    private const int ShortestVector = 8;
    private const int FirstTexts = 500;

    // Threads may count some texts only once.
    private static int _texts;
    private static int _shortestVector = int.MaxValue;

    /// <summary>Returns the text, or <see langword="null"/> if a byte is not ASCII.</summary>
    internal static string? Read(ReadOnlySpan<byte> utf8)
    {
        ref byte source = ref MemoryMarshal.GetReference(utf8);
        int last = utf8.Length - 8;
        ulong all = 0;
        if (last < 0)
        {
            foreach (byte one in utf8)
            {
                all |= one;
            }
        }
        else
        {
            for (int at = 0; at < last; at += 8)
            {
                all |= Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, at));
            }

            all |= Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, last));
        }

        if ((all & BeyondAsciiInEight) != 0)
        {
            return null;
        }

        // The new string can be written to, because no other code refers to it.
        string text = new('\0', utf8.Length);
        ref byte destination = ref Unsafe.As<char, byte>(ref Unsafe.AsRef(in text.GetPinnableReference()));
        if (last < 0)
        {
            for (int i = 0; i < utf8.Length; i++)
            {
                Unsafe.Add(ref destination, 2 * i) = utf8[i];
            }

            return text;
        }

        for (int at = 0; at < last + 4; at += 4)
        {
            Widen(ref source, at, ref destination);
        }

        Widen(ref source, last + 4, ref destination);
        return text;
    }

    /// <summary>
    /// Writes characters from the start of the text, one byte for each. Stops before the first character that is not ASCII, or earlier.
    /// </summary>
    /// <param name="text">The text.</param>
    /// <param name="destination">The memory to write to: at least one byte for each character of the text.</param>
    /// <returns>The number of characters written: all, or some of those before the first that is not ASCII.</returns>
    internal static int Write(string text, ref byte destination)
    {
        ref ushort source = ref Unsafe.As<char, ushort>(ref Unsafe.AsRef(in text.GetPinnableReference()));
        int length = text.Length;
        if (length >= _shortestVector)
        {
            return WriteVectors(ref source, length, ref destination);
        }

        if (length >= ShortestVector)
        {
            return WriteFirst(text, ref destination);
        }

        // 4 to 7 characters are two blocks of 4, which may overlap.
        if (length >= 4)
        {
            ulong front = Four(ref source);
            ulong back = Four(ref Unsafe.Add(ref source, length - 4));
            if (((front | back) & BeyondAsciiInFour) != 0)
            {
                return 0;
            }

            Unsafe.WriteUnaligned(ref destination, Narrow(front));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, length - 4), Narrow(back));
            return length;
        }

        return WriteBytes(text, ref destination);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteFirst(string text, ref byte destination)
    {
        if (++_texts == FirstTexts)
        {
            _shortestVector = ShortestVector;
        }

        return WriteBytes(text, ref destination);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteBytes(string text, ref byte destination)
    {
        int written = 0;
        while (written < text.Length && text[written] <= 0x7F)
        {
            Unsafe.Add(ref destination, written) = (byte)text[written];
            written++;
        }

        return written;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteVectors(ref ushort source, int length, ref byte destination)
    {
        if (length >= 16)
        {
            return WriteLong(ref source, length, ref destination);
        }

        // 8 to 15 characters are two blocks of 8, which may overlap.
        Vector128<ushort> front = Vector128.LoadUnsafe(ref source);
        Vector128<ushort> back = Vector128.LoadUnsafe(ref source, (nuint)length - 8);
        if (!IsAscii(front | back))
        {
            return 0;
        }

        Vector128<ulong> bytes = Vector128.Narrow(front, back).AsUInt64();
        Unsafe.WriteUnaligned(ref destination, bytes.ToScalar());
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, length - 8), bytes.GetElement(1));
        return length;
    }

    // Writes 16 or more characters. The last vector may overlap the one before it.
    private static int WriteLong(ref ushort source, int length, ref byte destination)
    {
        nuint last = (nuint)length - 16;
        nuint at = 0;
        while (true)
        {
            Vector128<ushort> front = Vector128.LoadUnsafe(ref source, at);
            Vector128<ushort> back = Vector128.LoadUnsafe(ref source, at + 8);
            if (!IsAscii(front | back))
            {
                return (int)at;
            }

            Vector128.Narrow(front, back).StoreUnsafe(ref destination, at);
            if (at == last)
            {
                return length;
            }

            at += 16;
            at = at < last ? at : last;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsAscii(Vector128<ushort> characters) => (characters & Vector128.Create((ushort)0xFF80)) == Vector128<ushort>.Zero;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Narrow(ulong four)
    {
        four |= four >> 8;
        return (ushort)four | (uint)(four >> 16 & 0xFFFF_0000);
    }

    // Writes four bytes as characters.
    private static void Widen(ref byte source, int at, ref byte destination)
    {
        ulong four = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, at));
        four = (four | (four << 16)) & 0x0000_FFFF_0000_FFFF;
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, 2 * at), (four | (four << 8)) & 0x00FF_00FF_00FF_00FF);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Four(ref ushort characters) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref characters));
}
#endif
