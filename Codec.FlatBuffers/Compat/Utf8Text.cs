using System;
using System.Text;
#if NET
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
#endif

namespace Google.FlatBuffers.Compat;

/// <summary>Reads and writes UTF-8 in arrays, in the fastest way on each platform.</summary>
internal static class Utf8Text
{
#if NET
    /// <summary>The longest text in characters that is converted by inline vector code: names and chat lines, for which a call would cost more
    /// than the conversion. 64 characters are four vectors of bytes.</summary>
    private const int ShortText = 64;

    /// <summary>Writes an ASCII text, one byte for each character. Returns false if the text is not ASCII; the bytes are then unspecified.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryWriteAscii(ReadOnlySpan<char> text, byte[] destination, int offset) =>
        text.Length is >= 8 and <= ShortText
            ? TryNarrow(ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text)), (nuint)text.Length, ref ArrayReference.At(destination, offset))
            : Ascii.FromUtf16(text, MemoryMarshal.CreateSpan(ref ArrayReference.At(destination, offset), text.Length), out _) == OperationStatus.Done;

    /// <summary>Decodes UTF-8. Nearly every text is ASCII. A short ASCII text is widened directly into the new string, without counting its
    /// characters first. A buffer on the stack would need a second copy, which takes as long as the widening.</summary>
    internal static string Read(byte[] bytes, int start, int count)
    {
        if (count is >= 8 and <= ShortText)
        {
            ref byte source = ref ArrayReference.At(bytes, start);
            if (IsAscii(ref source, (nuint)count))
            {
                // Writing into the string is safe: no other code has a reference to it, and only an empty new string is a shared instance.
                string text = new('\0', count);
                Widen(ref source, (nuint)count, ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text.AsSpan())));
                return text;
            }
        }

        return Encoding.UTF8.GetString(bytes, start, count);
    }

    /// <summary>Narrows eight or more characters. The last vector may overlap the one before it.</summary>
    private static bool TryNarrow(ref ushort source, nuint count, ref byte destination)
    {
        Vector128<ushort> beyondAscii = Vector128.Create((ushort)0xFF80);
        if (count < 16)
        {
            Vector128<ushort> front = Vector128.LoadUnsafe(ref source);
            Vector128<ushort> back = Vector128.LoadUnsafe(ref source, count - 8);
            Vector128<ulong> bytes = Vector128.Narrow(front, back).AsUInt64();
            Unsafe.WriteUnaligned(ref destination, bytes.ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, count - 8), bytes.GetElement(1));
            return ((front | back) & beyondAscii) == Vector128<ushort>.Zero;
        }

        for (nuint i = 0; ; i = Math.Min(i + 16, count - 16))
        {
            Vector128<ushort> front = Vector128.LoadUnsafe(ref source, i);
            Vector128<ushort> back = Vector128.LoadUnsafe(ref source, i + 8);
            Vector128.Narrow(front, back).StoreUnsafe(ref destination, i);
            bool isAscii = ((front | back) & beyondAscii) == Vector128<ushort>.Zero;
            if (!isAscii || i + 16 == count)
            {
                return isAscii;
            }
        }
    }

    /// <summary>Returns whether eight or more bytes are all ASCII. The last vector may overlap the one before it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsAscii(ref byte source, nuint count)
    {
        if (count < 16)
        {
            ulong front = Unsafe.ReadUnaligned<ulong>(ref source);
            ulong back = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, count - 8));
            return ((front | back) & 0x8080808080808080) == 0;
        }

        Vector128<byte> all = Vector128.LoadUnsafe(ref source, count - 16);
        for (nuint i = 0; i < count - 16; i += 16)
        {
            all |= Vector128.LoadUnsafe(ref source, i);
        }

        return all.ExtractMostSignificantBits() == 0;
    }

    /// <summary>Widens eight or more characters. The last vector may overlap the one before it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Widen(ref byte source, nuint count, ref ushort destination)
    {
        if (count < 16)
        {
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref source)).AsByte()).StoreUnsafe(ref destination);
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, count - 8))).AsByte())
                .StoreUnsafe(ref destination, count - 8);
            return;
        }

        for (nuint i = 0; i < count - 16; i += 16)
        {
            WidenVector(ref source, i, ref destination);
        }

        WidenVector(ref source, count - 16, ref destination);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WidenVector(ref byte source, nuint index, ref ushort destination)
    {
        (Vector128<ushort> lower, Vector128<ushort> upper) = Vector128.Widen(Vector128.LoadUnsafe(ref source, index));
        lower.StoreUnsafe(ref destination, index);
        upper.StoreUnsafe(ref destination, index + 8);
    }

    internal static int Count(ReadOnlySpan<char> text) => Encoding.UTF8.GetByteCount(text);

    internal static void Write(ReadOnlySpan<char> text, byte[] destination, int offset, int count) =>
        Encoding.UTF8.GetBytes(text, destination.AsSpan(offset, count));
#else
    /// <summary>Writes an ASCII text, one byte for each character. Returns false if the text is not ASCII; the bytes are then unspecified.</summary>
    internal static bool TryWriteAscii(ReadOnlySpan<char> text, byte[] destination, int offset)
    {
        for (int i = 0; i < text.Length; i++)
        {
            char c = text[i];
            if (c > 0x7F)
            {
                return false;
            }

            destination[offset + i] = (byte)c;
        }

        return true;
    }

    /// <summary>Decodes UTF-8.</summary>
    internal static string Read(byte[] bytes, int start, int count) => Encoding.UTF8.GetString(bytes, start, count);

    internal static unsafe int Count(ReadOnlySpan<char> text)
    {
        if (text.IsEmpty)
        {
            return 0;
        }

        fixed (char* characters = text)
        {
            return Encoding.UTF8.GetByteCount(characters, text.Length);
        }
    }

    internal static unsafe void Write(ReadOnlySpan<char> text, byte[] destination, int offset, int count)
    {
        if (count == 0)
        {
            return;
        }

        fixed (char* characters = text)
        {
            fixed (byte* bytes = &destination[offset])
            {
                Encoding.UTF8.GetBytes(characters, text.Length, bytes, count);
            }
        }
    }
#endif
}
