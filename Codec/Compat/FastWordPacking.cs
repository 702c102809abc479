#if NET
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Codec.Packets;
using Codec.Payloads;

namespace Codec.Compat;

/// <summary>The packing of words with AVX2, which does words without runs, away from the ends of the memory. The bytes and errors are the same.</summary>
internal static class FastWordPacking
{
    private const int Word = 8;
    private const int Block = 4 * Word;

    // The largest packed block, and what is stored beyond it.
    private const int Room = Block + (4 * 2) + Word;

    // What the sizes and the last words read beyond the bytes that are used.
    private const int Beyond = 96;

    // How many sizes are calculated at once, and how many more are needed for the next words.
    private const int MaxSizes = 512;
    private const int MoreSizes = 64;

    // The bit of a word that is followed by a run that is not empty.
    private const byte IsRun = 0x80;

    // For the bits of the bytes that are zero: a shuffle that moves the others to the front; and the size of the packed word, with the count of its run.
    private static readonly ulong[] Gather = new ulong[256];
    private static readonly byte[] Sizes = new byte[256];

    // For a tag: a shuffle that moves the first bytes to their places.
    private static readonly ulong[] Scatter = new ulong[256];

    static FastWordPacking()
    {
        for (int bits = 0; bits < 256; bits++)
        {
            // An index of 0x80 gives a zero.
            ulong gather = 0;
            ulong scatter = 0;
            int nonZeros = 0;
            int ones = 0;
            for (int i = 0; i < Word; i++)
            {
                bool isSet = (bits >> i & 1) != 0;
                scatter |= (isSet ? (ulong)ones++ : 0x80UL) << (8 * i);
                gather |= isSet ? 0 : (ulong)i << (8 * nonZeros++);
            }

            Gather[bits] = nonZeros == Word ? gather : gather | (0x8080_8080_8080_8080UL << (8 * nonZeros));
            Scatter[bits] = scatter;
            Sizes[bits] = (byte)(1 + nonZeros + (bits is 0 or 0xFF ? 1 : 0));
        }
    }

    internal static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx2.IsSupported && Bmi2.X64.IsSupported;
    }

    /// <summary>Packs bytes.</summary>
    /// <returns>The bytes written; -1 if the destination is too short.</returns>
    internal static int Pack(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int from = 0;
        int to = 0;
        while (from < source.Length)
        {
            PackBlocks(source, ref from, destination, ref to);
            if (from < source.Length && !WordPacking.TryPackWord<WordBytes>(source, ref from, destination, ref to))
            {
                return -1;
            }
        }

        return to;
    }

    /// <summary>Unpacks bytes.</summary>
    /// <returns>As <see cref="WordPacking.Unpack(ReadOnlySpan{byte}, Span{byte})"/>.</returns>
    [SkipLocalsInit]
    internal static PacketError Unpack(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.Length < Beyond + Block)
        {
            return WordPacking.Unpack<WordBytes>(source, destination);
        }

        // What a word would take at each byte, and what two words would take.
        Span<byte> one = stackalloc byte[MaxSizes + MoreSizes];
        Span<byte> two = stackalloc byte[MaxSizes];
        int from = 0;
        int to = 0;
        while (to < destination.Length)
        {
            int start = from;
            int used = source.Length - from < Beyond + Block ? 0 : Math.Min((source.Length - from - Beyond) / Block * Block, MaxSizes);
            if (used > 0)
            {
                CalculateSizes(source.Slice(start), used, one, two);
            }

            do
            {
                UnpackPairs(source, ref from, destination, ref to, one, two, start, used);
                if (to < destination.Length && (used == 0 || from - start < used))
                {
                    PacketError error = WordPacking.UnpackWord<WordBytes>(source, ref from, destination, ref to);
                    if (error != PacketError.None)
                    {
                        return error;
                    }
                }
            }
            while (to < destination.Length && (used == 0 || from - start < used));
        }

        return from == source.Length ? PacketError.None : PacketError.UnpackedTooLong;
    }

    // Packs words until a run, or an end of the memory, is near.
    private static void PackBlocks(ReadOnlySpan<byte> source, ref int from, Span<byte> destination, ref int to)
    {
        ref byte input = ref MemoryMarshal.GetReference(source);
        ref byte output = ref MemoryMarshal.GetReference(destination);
        ref ulong gather = ref MemoryMarshal.GetArrayDataReference(Gather);
        ref byte sizes = ref MemoryMarshal.GetArrayDataReference(Sizes);
        int at = from;
        int end = to;
        while (source.Length - at >= Block + Word && destination.Length - end >= Room)
        {
            uint zeros = Vector256.Equals(Vector256.LoadUnsafe(ref input, (nuint)at), Vector256<byte>.Zero).ExtractMostSignificantBits();
            ulong next = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref input, at + Block));

            // A byte of 0xFF for each word of zeros that another follows.
            uint runs = zeros & ((zeros >> 8) | (next == 0 ? 0xFF00_0000 : 0));
            if (HasZeroByte(~runs) || (HasZeroByte(zeros) && HasFullRun(zeros, next)))
            {
                break;
            }

            end = PackWord(ref input, at, zeros & 0xFF, ref output, end, ref gather, ref sizes);
            end = PackWord(ref input, at + Word, (zeros >> 8) & 0xFF, ref output, end, ref gather, ref sizes);
            end = PackWord(ref input, at + (2 * Word), (zeros >> 16) & 0xFF, ref output, end, ref gather, ref sizes);
            end = PackWord(ref input, at + (3 * Word), zeros >> 24, ref output, end, ref gather, ref sizes);
            at += Block;
        }

        from = at;
        to = end;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int PackWord(ref byte source, int at, uint zeros, ref byte destination, int end, ref ulong gather, ref byte sizes)
    {
        // The count of a run; overwritten if there is none.
        Unsafe.Add(ref destination, end + 1 + Word) = 0;
        Unsafe.Add(ref destination, end) = (byte)~zeros;
        Shuffle(ref Unsafe.Add(ref source, at), Unsafe.Add(ref gather, zeros), ref Unsafe.Add(ref destination, end + 1));
        return end + Unsafe.Add(ref sizes, zeros);
    }

    // Unpacks words until a run, or an end of the memory, is near. The next tag cannot be found before the one before it, so the sizes of words are
    // calculated at every byte, from `start` on.
    private static void UnpackPairs(
        ReadOnlySpan<byte> source, ref int from, Span<byte> destination, ref int to, ReadOnlySpan<byte> one, ReadOnlySpan<byte> two, int start, int used)
    {
        ref byte input = ref MemoryMarshal.GetReference(source);
        ref byte output = ref MemoryMarshal.GetReference(destination);
        ref byte first = ref MemoryMarshal.GetReference(one);
        ref byte both = ref MemoryMarshal.GetReference(two);
        ref ulong scatter = ref MemoryMarshal.GetArrayDataReference(Scatter);
        int at = from;
        int end = to;
        while (at - start < used && destination.Length - end >= 2 * Word)
        {
            int size = Unsafe.Add(ref both, at - start);
            if ((size & IsRun) != 0)
            {
                break;
            }

            int second = at + Unsafe.Add(ref first, at - start);
            Shuffle(ref Unsafe.Add(ref input, at + 1), Unsafe.Add(ref scatter, (nuint)Unsafe.Add(ref input, at)), ref Unsafe.Add(ref output, end));
            Shuffle(ref Unsafe.Add(ref input, second + 1), Unsafe.Add(ref scatter, (nuint)Unsafe.Add(ref input, second)), ref Unsafe.Add(ref output, end + Word));
            at += size;
            end += 2 * Word;
        }

        from = at;
        to = end;
    }

    private static void CalculateSizes(ReadOnlySpan<byte> source, int used, Span<byte> one, Span<byte> two)
    {
        ref byte input = ref MemoryMarshal.GetReference(source);
        ref byte first = ref MemoryMarshal.GetReference(one);
        ref byte both = ref MemoryMarshal.GetReference(two);
        Vector256<byte> bits = Vector256.Create(Vector128.Create((byte)0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4), Vector128.Create((byte)0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
        Vector256<byte> places = Vector256.Create(Vector128.Create((byte)0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), Vector128.Create((byte)0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
        Vector256<byte> low = Vector256.Create((byte)15);
        Vector256<byte> unit = Vector256.Create((byte)1);
        Vector256<byte> run = Vector256.Create(IsRun);
        for (int i = 0; i < used + Block; i += Block)
        {
            Vector256<byte> tags = Vector256.LoadUnsafe(ref input, (nuint)i);
            Vector256<byte> counts = Avx2.Shuffle(bits, tags & low) + Avx2.Shuffle(bits, (tags.AsUInt16() >> 4).AsByte() & low);
            Vector256<byte> zeros = Vector256.Equals(tags, Vector256<byte>.Zero);
            Vector256<byte> fulls = Vector256.Equals(tags, Vector256<byte>.AllBitsSet);
            Vector256<byte> alone = Vector256.Equals(Vector256.LoadUnsafe(ref input, (nuint)(i + 1)), Vector256<byte>.Zero);
            Vector256<byte> aloneFull = Vector256.Equals(Vector256.LoadUnsafe(ref input, (nuint)(i + 1 + Word)), Vector256<byte>.Zero);
            Vector256<byte> runs = Vector256.AndNot(zeros, alone) | Vector256.AndNot(fulls, aloneFull);
            Vector256<byte> sizes = (counts + unit + ((zeros | fulls) & unit)) | (runs & run);
            sizes.StoreUnsafe(ref first, (nuint)i);
        }

        for (int i = 0; i < used; i += Block)
        {
            Vector256<byte> sizes = Vector256.LoadUnsafe(ref first, (nuint)i);
            Vector256<byte> after = Vector256.LoadUnsafe(ref first, (nuint)(i + 16));
            Vector256<byte> next = places + Vector256.AndNot(sizes, run);

            // An index with the highest bit gives a zero: below 16 the first, otherwise the second.
            Vector256<byte> seconds = Avx2.Shuffle(sizes, next + Vector256.Create((byte)0x70)) | Avx2.Shuffle(after, next - Vector256.Create((byte)16));
            Vector256<byte> pairs = (Vector256.AndNot(sizes, run) + Vector256.AndNot(seconds, run)) | ((sizes | seconds) & run);
            pairs.StoreUnsafe(ref both, (nuint)i);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Shuffle(ref byte source, ulong indexes, ref byte destination)
    {
        Vector128<byte> bytes = Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref source)).AsByte();
        Vector128<byte> shuffled = Ssse3.Shuffle(bytes, Vector128.CreateScalarUnsafe(indexes).AsByte());
        Unsafe.WriteUnaligned(ref destination, shuffled.AsUInt64().ToScalar());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasZeroByte(uint bytes) => ((bytes - 0x0101_0101) & ~bytes & 0x8080_8080) != 0;

    // Whether one of four words has no zero, and the word after it at most one, so that both are in a run.
    private static bool HasFullRun(uint zeros, ulong next)
    {
        ulong nonZero = (((next & 0x7F7F_7F7F_7F7F_7F7F) + 0x7F7F_7F7F_7F7F_7F7F) | next) & 0x8080_8080_8080_8080;
        ulong left = zeros | ((Bmi2.X64.ParallelBitExtract(nonZero, 0x8080_8080_8080_8080) ^ 0xFF) << 32);
        for (int i = 0; i < 4; i++, left >>= 8)
        {
            ulong after = (left >> 8) & 0xFF;
            if ((left & 0xFF) == 0 && (after & (after - 1)) == 0)
            {
                return true;
            }
        }

        return false;
    }
}
#else
using System;
using Codec.Packets;
using Codec.Payloads;

namespace Codec.Compat;

/// <summary>The packing of words; netstandard has no instructions for vectors.</summary>
internal static class FastWordPacking
{
    internal static bool IsSupported => false;

    internal static int Pack(ReadOnlySpan<byte> source, Span<byte> destination) => WordPacking.Pack<ScalarWordBytes>(source, destination);

    internal static PacketError Unpack(ReadOnlySpan<byte> source, Span<byte> destination) => WordPacking.Unpack<ScalarWordBytes>(source, destination);
}
#endif
