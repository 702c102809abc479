#if NET
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Codec.Packets;

namespace Codec.Payloads;

/// <summary>
/// Packs and unpacks words with AVX2, except in runs and near the end of a buffer. The results are those of <see cref="WordPacking"/>.
/// </summary>
internal static class FastWordPacking
{
    private const int Word = 8;
    private const int Block = 4 * Word;

    // The largest size of a packed block, and space for the bytes that are stored after its end.
    private const int Room = Block + (4 * 2) + Word;

    // The size of a shuffle that packs a word.
    private const int ShuffleSize = 16;

    // The largest number of bytes that are read after the bytes whose sizes are used.
    private const int Beyond = 128;

    // The number of sizes that are calculated and used at once, and the number of additional sizes for the words after them.
    private const int MaxSizes = 512;
    private const int MoreSizes = 64;

    // The largest sizes of two and of four packed words without a run.
    private const int LargestTwo = 20;
    private const int LargestFour = 40;

    // Added to the size of a word that is followed by a run. It is more than the largest size of four words, so that such a word is recognized. The
    // sum of four such sizes fits in a byte.
    private const byte Run = 48;

    // The index has a bit for each byte of the word that is zero. Gather: a shuffle of a word and its tag into the packed word, with zeros after it.
    // Sizes: the size of the packed word, including the count of its run.
    private static readonly byte[] Gather = new byte[256 * ShuffleSize];
    private static readonly byte[] Sizes = new byte[256];

    // The index is a tag: a shuffle that moves the packed bytes to their positions in the word. A shuffle is read as an operand of sixteen bytes, so the
    // array has one element more.
    private static readonly ulong[] Scatter = new ulong[257];

    static FastWordPacking()
    {
        for (int bits = 0; bits < 256; bits++)
        {
            // An index of 0x80 sets the byte to zero.
            Span<byte> gather = Gather.AsSpan(bits * ShuffleSize, ShuffleSize);
            gather.Fill(0x80);
            gather[0] = Word;
            ulong scatter = 0;
            int nonZeros = 0;
            int ones = 0;
            for (int i = 0; i < Word; i++)
            {
                bool isSet = (bits >> i & 1) != 0;
                scatter |= (isSet ? (ulong)ones++ : 0x80UL) << (8 * i);
                if (!isSet)
                {
                    gather[++nonZeros] = (byte)i;
                }
            }

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

        // For each byte of the source, the sizes of one, two and four packed words that start there.
        Span<byte> one = stackalloc byte[MaxSizes + MoreSizes];
        Span<byte> two = stackalloc byte[MaxSizes];
        Span<byte> four = stackalloc byte[MaxSizes];
        int from = 0;
        int to = 0;
        while (to < destination.Length)
        {
            int start = from;
            int used = source.Length - from < Beyond + Block ? 0 : Math.Min((source.Length - from - Beyond) / Block * Block, MaxSizes);
            if (used > 0)
            {
                CalculateSizes(source.Slice(start), used, one, two, four);
            }

            do
            {
                UnpackWords(source, ref from, destination, ref to, one, two, four, start, used);
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

    // Packs blocks of four words. Stops before a block that contains the start of a run or is near the end of a buffer.
    private static void PackBlocks(ReadOnlySpan<byte> source, ref int from, Span<byte> destination, ref int to)
    {
        ref byte input = ref MemoryMarshal.GetReference(source);
        ref byte output = ref MemoryMarshal.GetReference(destination);
        ref byte gather = ref MemoryMarshal.GetArrayDataReference(Gather);
        ref byte sizes = ref MemoryMarshal.GetArrayDataReference(Sizes);
        int at = from;
        int end = to;
        while (source.Length - at >= Block + Word && destination.Length - end >= Room)
        {
            // A bit for each byte that is zero, in these words and in the words after them.
            uint zeros = ZerosAt(ref input, at);
            uint next = ZerosAt(ref input, at + Word);

            // A byte for each word: zero if this word and the next one are zero; zero if this word has no zero byte and the next one has at most one.
            uint zeroRuns = ~(zeros & next);
            uint fullRuns = zeros | (next & ((next | 0x8080_8080) - 0x0101_0101));
            if (((((zeroRuns - 0x0101_0101) & ~zeroRuns) | ((fullRuns - 0x0101_0101) & ~fullRuns)) & 0x8080_8080) != 0)
            {
                break;
            }

            Vector128<uint> tags = Vector128.CreateScalarUnsafe(~zeros);
            end = PackWord(ref input, at, zeros & 0xFF, tags, ref output, end, ref gather, ref sizes);
            end = PackWord(ref input, at + Word, (zeros >> 8) & 0xFF, tags >> 8, ref output, end, ref gather, ref sizes);
            end = PackWord(ref input, at + (2 * Word), (zeros >> 16) & 0xFF, tags >> 16, ref output, end, ref gather, ref sizes);
            end = PackWord(ref input, at + (3 * Word), zeros >> 24, tags >> 24, ref output, end, ref gather, ref sizes);
            at += Block;
        }

        from = at;
        to = end;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint ZerosAt(ref byte source, int at) => Vector256.Equals(Vector256.LoadUnsafe(ref source, (nuint)at), Vector256<byte>.Zero).ExtractMostSignificantBits();

    // The tag is the lowest byte of `tags`. Stores sixteen bytes. After a word without zero bytes, the next byte is the count of its run, which is zero.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int PackWord(
        ref byte source, int at, uint zeros, Vector128<uint> tags, ref byte destination, int end, ref byte gather, ref byte sizes)
    {
        Vector128<ulong> word = Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, at)));
        Vector128<byte> shuffle = Vector128.LoadUnsafe(ref Unsafe.Add(ref gather, zeros * ShuffleSize));
        Ssse3.Shuffle(Sse2.UnpackLow(word, tags.AsUInt64()).AsByte(), shuffle).StoreUnsafe(ref Unsafe.Add(ref destination, end));
        return end + Unsafe.Add(ref sizes, zeros);
    }

    // Unpacks words until a run or the end of a buffer is near. The position of a tag depends on the tag before it. To avoid this dependency, the
    // sizes were calculated for every byte from `start` on.
    private static void UnpackWords(
        ReadOnlySpan<byte> source,
        ref int from,
        Span<byte> destination,
        ref int to,
        ReadOnlySpan<byte> one,
        ReadOnlySpan<byte> two,
        ReadOnlySpan<byte> four,
        int start,
        int used)
    {
        ref byte input = ref Unsafe.Add(ref MemoryMarshal.GetReference(source), start);
        ref byte output = ref MemoryMarshal.GetReference(destination);
        ref byte first = ref MemoryMarshal.GetReference(one);
        ref byte second = ref MemoryMarshal.GetReference(two);
        ref byte fourth = ref MemoryMarshal.GetReference(four);
        ref ulong scatter = ref MemoryMarshal.GetArrayDataReference(Scatter);
        nint at = from - start;
        nint end = to;
        while (at < used)
        {
            nint size = Unsafe.Add(ref second, at);
            nint larger = Unsafe.Add(ref fourth, at);
            if (larger <= LargestFour && destination.Length - end >= 4 * Word)
            {
                UnpackPair(ref input, at, ref first, ref output, end, ref scatter);
                UnpackPair(ref input, at + size, ref first, ref output, end + (2 * Word), ref scatter);
                at += larger;
                end += 4 * Word;
            }
            else if (size <= LargestTwo && destination.Length - end >= 2 * Word)
            {
                UnpackPair(ref input, at, ref first, ref output, end, ref scatter);
                at += size;
                end += 2 * Word;
            }
            else
            {
                break;
            }
        }

        from = (int)at + start;
        to = (int)end;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void UnpackPair(ref byte source, nint at, ref byte sizes, ref byte destination, nint end, ref ulong scatter)
    {
        UnpackWord(ref source, at, ref destination, end, ref scatter);
        UnpackWord(ref source, at + Unsafe.Add(ref sizes, at), ref destination, end + Word, ref scatter);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void UnpackWord(ref byte source, nint at, ref byte destination, nint end, ref ulong scatter) =>
        Shuffle(ref Unsafe.Add(ref source, at + 1), ref Unsafe.Add(ref scatter, (nint)Unsafe.Add(ref source, at)), ref Unsafe.Add(ref destination, end));

    private static void CalculateSizes(ReadOnlySpan<byte> source, int used, Span<byte> one, Span<byte> two, Span<byte> four)
    {
        ref byte input = ref MemoryMarshal.GetReference(source);
        ref byte first = ref MemoryMarshal.GetReference(one);
        ref byte second = ref MemoryMarshal.GetReference(two);
        ref byte fourth = ref MemoryMarshal.GetReference(four);
        Vector256<byte> here = SizesAt(ref input, 0);
        Vector256<byte> next = SizesAt(ref input, Block);
        here.StoreUnsafe(ref first);
        next.StoreUnsafe(ref first, Block);
        Vector256<byte> pairs = PairsOf(here, next);
        for (nuint i = 0; i < (nuint)used; i += Block)
        {
            here = next;
            next = SizesAt(ref input, i + (2 * Block));
            next.StoreUnsafe(ref first, i + (2 * Block));
            pairs.StoreUnsafe(ref second, i);
            Vector256<byte> nextPairs = PairsOf(here, next);
            QuadsOf(pairs, nextPairs).StoreUnsafe(ref fourth, i);
            pairs = nextPairs;
        }
    }

    // For each of 32 bytes, returns the size of a packed word that starts there.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> SizesAt(ref byte input, nuint at)
    {
        Vector256<byte> bits = Vector256.Create(0x0302_0201_0201_0100UL, 0x0403_0302_0302_0201, 0x0302_0201_0201_0100, 0x0403_0302_0302_0201).AsByte();
        Vector256<byte> low = Vector256.Create((byte)15);
        Vector256<byte> tags = Vector256.LoadUnsafe(ref input, at);
        Vector256<byte> counts = Avx2.Shuffle(bits + Vector256<byte>.One, tags & low) + Avx2.Shuffle(bits, (tags.AsUInt16() >> 4).AsByte() & low);
        Vector256<byte> zeros = Vector256.Equals(tags, Vector256<byte>.Zero);
        Vector256<byte> fulls = Vector256.Equals(tags, Vector256<byte>.AllBitsSet);
        Vector256<byte> alone = Vector256.Equals(Vector256.LoadUnsafe(ref input, at + 1), Vector256<byte>.Zero);
        Vector256<byte> aloneFull = Vector256.Equals(Vector256.LoadUnsafe(ref input, at + 1 + Word), Vector256<byte>.Zero);
        Vector256<byte> runs = Vector256.AndNot(zeros, alone) | Vector256.AndNot(fulls, aloneFull);

        // A byte with all bits set is -1. So the subtraction adds the byte for the count of a run to the size of a word with tag 0 or 0xFF.
        return counts - (zeros | fulls) + (runs & Vector256.Create(Run));
    }

    // Returns the size of a word and the next one. Without a run, the next word starts less than 32 bytes after the first of 16 sizes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> PairsOf(Vector256<byte> sizes, Vector256<byte> after)
    {
        Vector256<byte> next = sizes + Places;
        return sizes + (Choose(sizes, next) | Choose(Middle(sizes, after), next ^ Vector256.Create((byte)16)));
    }

    // Returns the size of a pair of words and the next pair. Without a run, the next pair starts less than 48 bytes after the first of 16 sizes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> QuadsOf(Vector256<byte> sizes, Vector256<byte> after)
    {
        Vector256<byte> next = sizes + Places;
        return sizes
            + (Choose(sizes, next) | Choose(Middle(sizes, after), next ^ Vector256.Create((byte)16)) | Choose(after, next ^ Vector256.Create((byte)32)));
    }

    private static Vector256<byte> Places
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector256.Create(0x0706_0504_0302_0100UL, 0x0F0E_0D0C_0B0A_0908, 0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908).AsByte();
    }

    // The 16 sizes in the second half of one vector, and those in the first half of the other.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Middle(Vector256<byte> sizes, Vector256<byte> after) => Avx2.Permute2x128(sizes, after, 0x21);

    // For an index below 16, the size at this index in the same half. For an index from 16 to 143, zero.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Choose(Vector256<byte> sizes, Vector256<byte> indexes) => Avx2.Shuffle(sizes, indexes + Vector256.Create((byte)0x70));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Shuffle(ref byte source, ref ulong indexes, ref byte destination)
    {
        Vector128<byte> bytes = Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref source)).AsByte();
        Vector128<byte> shuffled = Ssse3.Shuffle(bytes, Unsafe.ReadUnaligned<Vector128<byte>>(ref Unsafe.As<ulong, byte>(ref indexes)));
        Unsafe.WriteUnaligned(ref destination, shuffled.AsUInt64().ToScalar());
    }
}
#endif
