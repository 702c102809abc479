#if NET
using System.Runtime.Intrinsics;

namespace Codec.Compat;

/// <summary>
/// Writes the ASCII characters at the start of a text directly to the destination. Names and chat lines are short. For them, selecting the widest
/// vectors of the machine and calling the encoding through spans cost as much as the conversion.
/// </summary>
internal static class AsciiText
{
    private const ulong BeyondAsciiInFour = 0xFF80_FF80_FF80_FF80;

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
        if (length >= 16)
        {
            return WriteVectors(ref source, length, ref destination);
        }

        // 4 to 15 characters are two blocks of 4 or 8, which may overlap.
        if (length >= 8)
        {
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

        if (length >= 4)
        {
            ulong front = Four(ref source);
            ulong back = Four(ref Unsafe.Add(ref source, length - 4));
            if (((front | back) & BeyondAsciiInFour) != 0)
            {
                return 0;
            }

            Vector128<ushort> both = Vector128.Create(front, back).AsUInt16();
            Vector128<uint> bytes = Vector128.Narrow(both, both).AsUInt32();
            Unsafe.WriteUnaligned(ref destination, bytes.ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, length - 4), bytes.GetElement(1));
            return length;
        }

        int written = 0;
        while (written < length && text[written] <= 0x7F)
        {
            Unsafe.Add(ref destination, written) = (byte)text[written];
            written++;
        }

        return written;
    }

    // Writes 16 or more characters. The last vector may overlap the one before it.
    private static int WriteVectors(ref ushort source, int length, ref byte destination)
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
    private static ulong Four(ref ushort characters) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref characters));
}
#endif
