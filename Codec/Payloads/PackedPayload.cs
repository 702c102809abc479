using Codec.Generated;
using Codec.Packets;

namespace Codec.Payloads;

/// <summary>Packs payloads, most of whose bytes are usually zeros, and unpacks them.</summary>
/// <remarks>
/// <para>
/// A packed payload starts with the size of the payload in bytes (LEB128, in its shortest form). After it, the payload, padded with zeros to a
/// multiple of eight bytes, is encoded in the packing of Cap'n Proto (https://capnproto.org/encoding.html#packing). For each word of eight bytes, a
/// tag byte has a bit for each byte that is not zero, and these bytes follow. After the tag 0, a byte counts further words of zeros. After the tag
/// 255, a byte counts further words that follow unpacked; the encoder continues such a run while the next word has at most one zero byte. If packing
/// saves nothing, the packed payload is a size of 0 and, after it, the unpacked payload.
/// </para>
/// <para>Nothing is allocated, except that a sequence of several segments is copied into pooled memory first. Thread-safe.</para>
/// </remarks>
public static class PackedPayload
{
    /// <summary>
    /// The largest unpacked payload, in bytes, of packed packets without another limit: the largest payload of the default format. C++ has
    /// the same limit.
    /// </summary>
    public const int DefaultMaxSize = 65_535;

    // Two bytes, a tag of 0 and a count of 255, are the densest input: 256 words.
    private const int LargestRatio = 256 * 8 / 2;

    private const int LongestPrefix = 5;

    // A tag, eight bytes, and the count of a run.
    private const int LongestWord = 10;

    [ThreadStatic]
    private static PayloadUnpacker? _unpacker;

    /// <summary>Returns the largest size of a packed payload.</summary>
    /// <param name="payloadSize">The size of the payload in bytes.</param>
    /// <returns>The size in bytes: one more than the payload, for a payload that cannot be packed.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="payloadSize"/> is negative or <see cref="int.MaxValue"/>.</exception>
    public static int GetMaxPackedSize(int payloadSize)
    {
        if (payloadSize is < 0 or int.MaxValue)
        {
            Throw.SizeNotPackable(payloadSize);
        }

        return payloadSize + 1;
    }

    /// <summary>Returns the largest size of the memory for an unpacked payload, whose parts may be in another order than before it was packed.</summary>
    /// <param name="payloadSize">The largest size of the payload in bytes.</param>
    /// <returns>The size in bytes.</returns>
    public static int GetMaxUnpackedSize(int payloadSize) => (int)Math.Min(PacketFormat.LongestArray, payloadSize + (payloadSize / 4) + 1024L);

    /// <summary>Packs a payload.</summary>
    /// <param name="shape">The shape of the message.</param>
    /// <param name="payload">The payload.</param>
    /// <param name="destination">The memory for the packed payload; it must not overlap <paramref name="payload"/>.</param>
    /// <param name="written">The size of the packed payload in bytes; 0 unless the result is <see cref="OperationStatus.Done"/>.</param>
    /// <returns>
    /// <see cref="OperationStatus.Done"/>; <see cref="OperationStatus.DestinationTooSmall"/>, which does not occur with <see cref="GetMaxPackedSize"/>
    /// bytes; or <see cref="OperationStatus.InvalidData"/> if the payload is not such a message. The payload need not be verified.
    /// </returns>
    public static OperationStatus Pack(PayloadShape shape, ReadOnlySpan<byte> payload, Span<byte> destination, out int written)
    {
        if (shape is null)
        {
            Throw.ArgumentNull(nameof(shape));
        }

        return PayloadPacker.OfThread.Pack(shape, payload, destination, out written);
    }

    /// <summary>Unpacks a payload. It must then be verified.</summary>
    /// <param name="shape">The shape of the message.</param>
    /// <param name="packed">The packed payload: all of its bytes and no others.</param>
    /// <param name="destination">The memory for the payload; it must not overlap <paramref name="packed"/>.</param>
    /// <param name="written">The size of the payload in bytes; 0 unless the result is <see cref="PacketError.None"/>.</param>
    /// <returns>
    /// <see cref="PacketError.None"/>; <see cref="PacketError.PackedSizeInvalid"/>; <see cref="PacketError.PackedTruncated"/>; or
    /// <see cref="PacketError.PayloadTooLarge"/> if the payload has more bytes than <paramref name="destination"/>.
    /// </returns>
    public static PacketError Unpack(PayloadShape shape, ReadOnlySpan<byte> packed, Span<byte> destination, out int written)
    {
        if (shape is null)
        {
            Throw.ArgumentNull(nameof(shape));
        }

        PayloadUnpacker unpacker = _unpacker ??= new PayloadUnpacker(ArrayPool<byte>.Shared);
        PacketError error = unpacker.Unpack(shape, packed, destination.Length, out byte[] payload, out written);
        if (written > destination.Length)
        {
            error = PacketError.PayloadTooLarge;
            written = 0;
        }

        payload.AsSpan(0, written).CopyTo(destination);
        if (unpacker.IsLarge)
        {
            unpacker.Release();
        }

        return error;
    }

    /// <summary>Packs a payload.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="destination">The memory for the packed payload; it must not overlap <paramref name="payload"/>.</param>
    /// <param name="written">The size of the packed payload in bytes; 0 unless the result is <see cref="OperationStatus.Done"/>.</param>
    /// <returns>
    /// <see cref="OperationStatus.Done"/>, or <see cref="OperationStatus.DestinationTooSmall"/>, which does not occur with
    /// <see cref="GetMaxPackedSize"/> bytes.
    /// </returns>
    public static OperationStatus Pack(ReadOnlySpan<byte> payload, Span<byte> destination, out int written)
    {
        int prefix = PrefixSize(payload.Length);

        // If packing does not make the payload shorter, it is stored unpacked, after a size of 0.
        int limit = Math.Min(payload.Length, destination.Length) - prefix;
        if (limit > 0)
        {
            int packed = WordPacking.Pack(payload, destination.Slice(prefix, limit));
            if (packed >= 0)
            {
                WritePrefix(destination, payload.Length);
                written = prefix + packed;
                return OperationStatus.Done;
            }
        }

        if (destination.Length <= payload.Length)
        {
            written = 0;
            return OperationStatus.DestinationTooSmall;
        }

        destination[0] = 0;
        payload.CopyTo(destination.Slice(1));
        written = payload.Length + 1;
        return OperationStatus.Done;
    }

    /// <inheritdoc cref="Pack(ReadOnlySpan{byte}, Span{byte}, out int)"/>
    /// <remarks>
    /// A payload of more than 2,147,483,591 bytes, the longest array, cannot be packed: the result is <see cref="OperationStatus.DestinationTooSmall"/>.
    /// </remarks>
    public static OperationStatus Pack(in ReadOnlySequence<byte> payload, Span<byte> destination, out int written)
    {
        if (payload.IsSingleSegment)
        {
            return Pack(payload.First.Span, destination, out written);
        }

        if (payload.Length > PacketFormat.LongestArray)
        {
            written = 0;
            return OperationStatus.DestinationTooSmall;
        }

        byte[] copy = Copy(payload, out int size);
        OperationStatus status = Pack(copy.AsSpan(0, size), destination, out written);
        ArrayPool<byte>.Shared.Return(copy);
        return status;
    }

    /// <summary>Reads the size that a payload has after unpacking, so that a limit can be checked before memory is used.</summary>
    /// <param name="packed">The packed payload.</param>
    /// <param name="size">The size of the payload in bytes; 0 if the result is <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if there is no such size, if it is not in its shortest form, or if it is more than the bytes can unpack to.</returns>
    public static bool TryGetUnpackedSize(ReadOnlySpan<byte> packed, out int size) =>
        ReadSize(packed, packed.Length, int.MaxValue, out size, out _) == PacketError.None;

    /// <inheritdoc cref="TryGetUnpackedSize(ReadOnlySpan{byte}, out int)"/>
    public static bool TryGetUnpackedSize(in ReadOnlySequence<byte> packed, out int size)
    {
        if (packed.IsSingleSegment)
        {
            return TryGetUnpackedSize(packed.First.Span, out size);
        }

        return ReadSequenceSize(packed, int.MaxValue, out size, out _) == PacketError.None;
    }

    /// <summary>Unpacks a payload.</summary>
    /// <param name="packed">The packed payload: all of its bytes and no others.</param>
    /// <param name="destination">The memory for the payload; it must not overlap <paramref name="packed"/>.</param>
    /// <param name="written">The size of the payload in bytes; 0 unless the result is <see cref="PacketError.None"/>.</param>
    /// <returns>
    /// <see cref="PacketError.None"/>; <see cref="PacketError.PackedSizeInvalid"/>; <see cref="PacketError.PayloadTooLarge"/> if the payload has more
    /// bytes than <paramref name="destination"/>; <see cref="PacketError.PackedTruncated"/>, <see cref="PacketError.UnpackedTooShort"/> or
    /// <see cref="PacketError.UnpackedTooLong"/>. With any error, the content of the destination is undefined.
    /// </returns>
    public static PacketError Unpack(ReadOnlySpan<byte> packed, Span<byte> destination, out int written)
    {
        written = 0;
        PacketError error = ReadSize(packed, packed.Length, destination.Length, out int size, out int prefix);
        if (error != PacketError.None)
        {
            return error;
        }

        error = UnpackWords(packed, prefix, destination.Slice(0, size));
        written = error == PacketError.None ? size : 0;
        return error;
    }

    /// <inheritdoc cref="Unpack(ReadOnlySpan{byte}, Span{byte}, out int)"/>
    /// <remarks>A packed payload of more than 2,147,483,647 bytes, which <c>Pack</c> does not write, is rejected.</remarks>
    public static PacketError Unpack(in ReadOnlySequence<byte> packed, Span<byte> destination, out int written)
    {
        if (packed.IsSingleSegment)
        {
            return Unpack(packed.First.Span, destination, out written);
        }

        written = 0;
        PacketError error = ReadSequenceSize(packed, destination.Length, out int size, out int prefix);
        if (error != PacketError.None)
        {
            return error;
        }

        // Bytes that no payload of this size needs are not copied.
        long longest = prefix + (LongestWord * ((size + 7L) / 8));
        if (packed.Length > Math.Min(longest, int.MaxValue))
        {
            return PacketError.UnpackedTooLong;
        }

        byte[] copy = Copy(packed, out int packedSize);
        error = Unpack(copy.AsSpan(0, packedSize), destination, out written);
        ArrayPool<byte>.Shared.Return(copy);
        return error;
    }

    /// <summary>Returns the largest unpacked payload in bytes for the limit of a packet, which is <see cref="int.MaxValue"/> for none.</summary>
    internal static int GetLimit(int maxPayloadSize) => maxPayloadSize == int.MaxValue ? DefaultMaxSize : maxPayloadSize;

    /// <summary>Reads and validates the size at the start of a packed payload.</summary>
    /// <param name="start">The packed payload, or its first <see cref="LongestPrefix"/> bytes.</param>
    /// <param name="packedSize">The size of the packed payload in bytes.</param>
    /// <param name="limit">The largest payload, in bytes.</param>
    /// <param name="size">The size of the payload in bytes; 0 unless the result is <see cref="PacketError.None"/>.</param>
    /// <param name="prefix">The length of the size in bytes.</param>
    internal static PacketError ReadSize(ReadOnlySpan<byte> start, long packedSize, int limit, out int size, out int prefix)
    {
        size = 0;
        prefix = 0;
        ulong value = 0;
        byte last = 0x80;
        for (; (last & 0x80) != 0; prefix++)
        {
            if (prefix == start.Length || prefix == LongestPrefix)
            {
                return PacketError.PackedSizeInvalid;
            }

            last = start[prefix];
            value |= (ulong)(last & 0x7Fu) << (7 * prefix);
        }

        long left = packedSize - prefix;
        bool isPlain = prefix == 1 && value == 0;
        if ((last == 0 && !isPlain) || value > int.MaxValue)
        {
            return PacketError.PackedSizeInvalid;
        }

        long unpacked = isPlain ? left : (long)value;
        if (unpacked > limit)
        {
            return PacketError.PayloadTooLarge;
        }

        if (!isPlain && unpacked > left * LargestRatio)
        {
            return PacketError.UnpackedTooShort;
        }

        size = (int)unpacked;
        return PacketError.None;
    }

    /// <summary>Unpacks the bytes after the size that <see cref="ReadSize"/> has read, into memory of exactly the payload's size.</summary>
    internal static PacketError UnpackWords(ReadOnlySpan<byte> packed, int prefix, Span<byte> destination)
    {
        ReadOnlySpan<byte> words = packed.Slice(prefix);
        if (packed[0] != 0)
        {
            return WordPacking.Unpack(words, destination);
        }

        words.CopyTo(destination);
        return PacketError.None;
    }

    private static PacketError ReadSequenceSize(in ReadOnlySequence<byte> packed, int limit, out int size, out int prefix)
    {
        byte[] start = Copy(packed.Slice(0, Math.Min(LongestPrefix, packed.Length)), out int count);
        PacketError error = ReadSize(start.AsSpan(0, count), packed.Length, limit, out size, out prefix);
        ArrayPool<byte>.Shared.Return(start);
        return error;
    }

    private static byte[] Copy(in ReadOnlySequence<byte> bytes, out int size)
    {
        size = (int)bytes.Length;
        byte[] copy = ArrayPool<byte>.Shared.Rent(size);
        bytes.CopyTo(copy);
        return copy;
    }

    private static int PrefixSize(int size)
    {
        int count = 1;
        for (uint left = (uint)size >> 7; left != 0; left >>= 7)
        {
            count++;
        }

        return count;
    }

    private static void WritePrefix(Span<byte> destination, int size)
    {
        uint left = (uint)size;
        int i = 0;
        for (; left >= 0x80; left >>= 7)
        {
            destination[i++] = (byte)(left | 0x80);
        }

        destination[i] = (byte)left;
    }
}
