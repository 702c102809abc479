using System.Buffers.Binary;
using Codec.Packets;

namespace Codec.Payloads;

/// <summary>The packing of Cap'n Proto, for bytes that are padded with zeros to words of eight.</summary>
internal static class WordPacking
{
    private const int Word = 8;

    // The count after the tag of a run is one byte.
    private const int LongestRun = 255;

    /// <summary>Packs bytes.</summary>
    /// <returns>The bytes written; -1 if the destination is too short.</returns>
    internal static int Pack(ReadOnlySpan<byte> source, Span<byte> destination) => FastWordPacking.IsSupported
        ? FastWordPacking.Pack(source, destination)
        : Pack<ScalarWordBytes>(source, destination);

    /// <summary>Packs bytes with the given operations on words.</summary>
    /// <returns>The bytes written; -1 if the destination is too short.</returns>
    internal static int Pack<T>(ReadOnlySpan<byte> source, Span<byte> destination)
        where T : struct, IWordBytes
    {
        int from = 0;
        int to = 0;
        while (from < source.Length)
        {
            if (!TryPackWord<T>(source, ref from, destination, ref to))
            {
                return -1;
            }
        }

        return to;
    }

    /// <summary>Packs a word, and the run after it.</summary>
    /// <returns><see langword="false"/> if the destination is too short.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryPackWord<T>(ReadOnlySpan<byte> source, ref int from, Span<byte> destination, ref int to)
        where T : struct, IWordBytes
    {
        T words = default;
        ulong word = Load(source, from);
        from = Math.Min(from + Word, source.Length);
        ulong marks = NonZero(word);
        int count = words.Count(marks);
        if (destination.Length - to > Word)
        {
            // The bytes beyond the count are overwritten by what follows, or are not part of the result.
            BinaryPrimitives.WriteUInt64LittleEndian(destination.Slice(to + 1), words.Gather(word, marks));
        }
        else if (!TryStoreStart(destination, to + 1, words.Gather(word, marks), count))
        {
            return false;
        }

        destination[to] = words.Tag(marks);
        to += 1 + count;
        return count is not (0 or Word) || TryPackRun<T>(source, ref from, destination, ref to, count == 0);
    }

    /// <summary>Unpacks bytes.</summary>
    /// <returns>
    /// <see cref="PacketError.None"/>, or why the source does not unpack to exactly the destination, padded with zeros to a multiple of eight bytes.
    /// </returns>
    internal static PacketError Unpack(ReadOnlySpan<byte> source, Span<byte> destination) => FastWordPacking.IsSupported
        ? FastWordPacking.Unpack(source, destination)
        : Unpack<ScalarWordBytes>(source, destination);

    internal static PacketError Unpack<T>(ReadOnlySpan<byte> source, Span<byte> destination)
        where T : struct, IWordBytes
    {
        int from = 0;
        int to = 0;
        while (to < destination.Length)
        {
            PacketError error = UnpackWord<T>(source, ref from, destination, ref to);
            if (error != PacketError.None)
            {
                return error;
            }
        }

        return from == source.Length ? PacketError.None : PacketError.UnpackedTooLong;
    }

    /// <summary>Unpacks a word, and the run after it. The destination must not be full.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static PacketError UnpackWord<T>(ReadOnlySpan<byte> source, ref int from, Span<byte> destination, ref int to)
        where T : struct, IWordBytes
    {
        if (from == source.Length)
        {
            return PacketError.UnpackedTooShort;
        }

        T words = default;
        byte tag = source[from++];
        ulong marks = words.Marks(tag);
        int count = words.Count(marks);
        if (source.Length - from < count)
        {
            return PacketError.PackedTruncated;
        }

        if (!TryStore(destination, ref to, words.Scatter(Load(source, from), marks)))
        {
            return PacketError.UnpackedTooLong;
        }

        from += count;
        return tag is not (0 or 0xFF) ? PacketError.None : UnpackRun(source, ref from, destination, ref to, tag == 0);
    }

    private static bool TryPackRun<T>(ReadOnlySpan<byte> source, ref int from, Span<byte> destination, ref int to, bool isZeros)
        where T : struct, IWordBytes
    {
        if (to == destination.Length)
        {
            return false;
        }

        int run = isZeros ? ZeroRun(source, from) : FullRun<T>(source, from);
        destination[to++] = (byte)run;
        int bytes = Math.Min(run * Word, source.Length - from);
        if (!isZeros)
        {
            // A run of unpacked words includes the padding of the last word.
            if (run * Word > destination.Length - to)
            {
                return false;
            }

            source.Slice(from, bytes).CopyTo(destination.Slice(to));
            destination.Slice(to + bytes, (run * Word) - bytes).Clear();
            to += run * Word;
        }

        from += bytes;
        return true;
    }

    private static PacketError UnpackRun(ReadOnlySpan<byte> source, ref int from, Span<byte> destination, ref int to, bool isZeros)
    {
        if (from == source.Length)
        {
            return PacketError.PackedTruncated;
        }

        int bytes = source[from++] * Word;
        int left = Math.Min(bytes, destination.Length - to);

        // A run must not extend beyond the word that contains the end of the payload.
        if (bytes - left >= Word)
        {
            return PacketError.UnpackedTooLong;
        }

        if (isZeros)
        {
            destination.Slice(to, left).Clear();
        }
        else
        {
            if (source.Length - from < bytes)
            {
                return PacketError.PackedTruncated;
            }

            if (!IsZero(source.Slice(from + left, bytes - left)))
            {
                return PacketError.UnpackedTooLong;
            }

            source.Slice(from, left).CopyTo(destination.Slice(to));
            from += bytes;
        }

        to += left;
        return PacketError.None;
    }

    // Returns the high bit of each byte that is not zero.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong NonZero(ulong word) => (((word & 0x7F7F_7F7F_7F7F_7F7F) + 0x7F7F_7F7F_7F7F_7F7F) | word) & 0x8080_8080_8080_8080;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load(ReadOnlySpan<byte> source, int from) => source.Length - from >= Word
        ? BinaryPrimitives.ReadUInt64LittleEndian(source.Slice(from))
        : LoadStart(source.Slice(from));

    private static ulong LoadStart(ReadOnlySpan<byte> source)
    {
        ulong word = 0;
        for (int i = 0; i < source.Length; i++)
        {
            word |= (ulong)source[i] << (8 * i);
        }

        return word;
    }

    /// <summary>Writes a word, or its start if the destination, which is not full, has no room for all of it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryStore(Span<byte> destination, ref int to, ulong word)
    {
        if (destination.Length - to >= Word)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(destination.Slice(to), word);
            to += Word;
            return true;
        }

        for (; to < destination.Length; word >>= 8)
        {
            destination[to++] = (byte)word;
        }

        // The rest of the word is padding, which must be zero.
        return word == 0;
    }

    private static bool TryStoreStart(Span<byte> destination, int to, ulong word, int count)
    {
        if (destination.Length - to < count)
        {
            return false;
        }

        for (int i = 0; i < count; i++, word >>= 8)
        {
            destination[to + i] = (byte)word;
        }

        return true;
    }

    private static int ZeroRun(ReadOnlySpan<byte> source, int from)
    {
        int run = 0;
        while (run < LongestRun && from < source.Length && Load(source, from) == 0)
        {
            run++;
            from += Word;
        }

        return run;
    }

    private static int FullRun<T>(ReadOnlySpan<byte> source, int from)
        where T : struct, IWordBytes
    {
        int run = 0;
        while (run < LongestRun && from < source.Length && default(T).Count(NonZero(Load(source, from))) >= Word - 1)
        {
            run++;
            from += Word;
        }

        return run;
    }

    private static bool IsZero(ReadOnlySpan<byte> bytes)
    {
        foreach (byte value in bytes)
        {
            if (value != 0)
            {
                return false;
            }
        }

        return true;
    }
}
