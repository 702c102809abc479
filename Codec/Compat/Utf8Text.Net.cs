#if NET
using System.Runtime.Intrinsics;
using System.Text;

namespace Codec.Compat;

/// <content>
/// Converts ASCII characters directly. Names and chat lines are short. For them, selecting the widest vectors of the machine and calling the encoding
/// through spans cost as much as the conversion.
/// </content>
internal static partial class Utf8Text
{
    private const ulong BeyondAsciiInFour = 0xFF80_FF80_FF80_FF80;
    private const ulong BeyondAsciiInEight = 0x8080_8080_8080_8080;

    // The longest text that is read faster than by the encoding, and the shortest that is written with vectors.
    private const int LongestRead = 32;
    private const int ShortestVector = 8;

    // The number of characters that short methods convert first, in less than 0.1 ms. In a new process, the JIT compiler takes 2 ms for the
    // types of vectors, and 1 to 3 ms for the encoding.
    private const uint FirstCharacters = 20_000;

    // Threads may count some texts only once.
    private static uint _characters;

    // Both are 0 until the first texts have been converted. Then they are LongestRead, and the number of lengths from ShortestVector on.
    private static int _longestRead;
    private static uint _vectorLengths;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static string GetString(ReadOnlySpan<byte> utf8) =>
        (utf8.Length <= _longestRead ? ReadShort(utf8) : _longestRead == 0 ? ReadFirst(utf8) : null) ?? Encoding.UTF8.GetString(utf8);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int GetBytes(string text, ref byte destination, int capacity)
    {
        int count = Write(text, ref destination);
        return count == text.Length ? count : count + GetOtherBytes(text, count, ref destination, capacity);
    }

    // All characters before `start` are ASCII, so no surrogate pair is split.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int GetOtherBytes(string text, int start, ref byte destination, int capacity) =>
        Encoding.UTF8.GetBytes(text.AsSpan(start), MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, start), capacity - start));

    // Returns null if a byte is not ASCII.
    private static string? ReadShort(ReadOnlySpan<byte> utf8)
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

    // Writes characters from the start of the text, one byte for each. Returns their number: all, or some of those before the first that is
    // not ASCII.
    private static int Write(string text, ref byte destination)
    {
        int length = text.Length;
        if ((uint)(length - ShortestVector) < _vectorLengths)
        {
            return WriteVectors(ref Characters(text), length, ref destination);
        }

        return _vectorLengths == 0 ? WriteFirst(text, ref destination) : WriteShort(text, ref destination);
    }

    // Without optimization, the JIT compiler does not instrument the loops, which would take as long as compiling them.
    [MethodImpl(MethodImplOptions.NoOptimization)]
    private static string? ReadFirst(ReadOnlySpan<byte> utf8)
    {
        Count(utf8.Length);
        string text = new('\0', utf8.Length);
        ref char destination = ref Unsafe.AsRef(in text.GetPinnableReference());
        int written = 0;
        foreach (byte one in utf8)
        {
            if (one > 0x7F)
            {
                return null;
            }

            Unsafe.Add(ref destination, written++) = (char)one;
        }

        return text;
    }

    [MethodImpl(MethodImplOptions.NoOptimization)]
    private static int WriteFirst(string text, ref byte destination)
    {
        Count(text.Length);
        int written = 0;
        while (written < text.Length && text[written] <= 0x7F)
        {
            Unsafe.Add(ref destination, written) = (byte)text[written];
            written++;
        }

        return written;
    }

    private static void Count(int length)
    {
        _characters += (uint)length;
        if (_characters >= FirstCharacters)
        {
            _longestRead = LongestRead;
            _vectorLengths = int.MaxValue;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteShort(string text, ref byte destination)
    {
        ref ushort source = ref Characters(text);
        int length = text.Length;

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

        // 1 to 3 characters are the first, the middle and the last one, which may be the same.
        if (length == 0 || (source | Unsafe.Add(ref source, length >> 1) | Unsafe.Add(ref source, length - 1)) > 0x7F)
        {
            return 0;
        }

        destination = (byte)source;
        Unsafe.Add(ref destination, length >> 1) = (byte)Unsafe.Add(ref source, length >> 1);
        Unsafe.Add(ref destination, length - 1) = (byte)Unsafe.Add(ref source, length - 1);
        return length;
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
    private static ref ushort Characters(string text) => ref Unsafe.As<char, ushort>(ref Unsafe.AsRef(in text.GetPinnableReference()));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Four(ref ushort characters) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref characters));
}
#endif
