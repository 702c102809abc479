using System;
using System.Buffers;

namespace Codec.Payloads;

/// <summary>Packs payloads, most of whose bytes are usually zeros, and unpacks them.</summary>
/// <remarks>
/// <para>
/// The packed form is the size of the payload in bytes (LEB128, in its shortest form), and after it the payload, padded with zeros to a multiple
/// of eight bytes, in the packing of Cap'n Proto (https://capnproto.org/encoding.html#packing): a tag byte says which of the next eight bytes are
/// not zero, and those follow; after the tag 0 a byte counts further words of zeros, after the tag 255 a byte counts further words that follow
/// as they are. Our encoder lets such a run continue while the next word has at most one zero byte. If packing saves nothing, the form is a
/// size of 0 and after it the payload as it is.
/// </para>
/// <para>Nothing is allocated, except that a sequence of several segments is copied into pooled memory first. Thread-safe.</para>
/// </remarks>
public static class PackedPayload
{
    // Two bytes, a tag of 0 and a count of 255, are the densest input: 256 words.
    private const int LargestRatio = 256 * 8 / 2;

    private const int LongestPrefix = 5;

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

        // What is not shorter than the payload with a size of 0 is not worth unpacking.
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
    public static OperationStatus Pack(in ReadOnlySequence<byte> payload, Span<byte> destination, out int written)
    {
        if (payload.IsSingleSegment)
        {
            return Pack(payload.First.Span, destination, out written);
        }

        byte[] copy = Copy(payload, out int size);
        OperationStatus status = Pack(copy.AsSpan(0, size), destination, out written);
        ArrayPool<byte>.Shared.Return(copy);
        return status;
    }

    /// <summary>Reads the size of the payload that a packed payload holds, so that a limit can be checked before memory is used.</summary>
    /// <param name="packed">The packed payload.</param>
    /// <param name="size">The size of the payload in bytes; 0 if the result is <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if there is no such size, it is not in its shortest form, or more than the bytes can hold.</returns>
    public static bool TryGetUnpackedSize(ReadOnlySpan<byte> packed, out int size) => TryReadSize(packed, packed.Length, out size, out _);

    /// <inheritdoc cref="TryGetUnpackedSize(ReadOnlySpan{byte}, out int)"/>
    public static bool TryGetUnpackedSize(in ReadOnlySequence<byte> packed, out int size)
    {
        if (packed.IsSingleSegment)
        {
            return TryGetUnpackedSize(packed.First.Span, out size);
        }

        byte[] start = Copy(packed.Slice(0, Math.Min(LongestPrefix, packed.Length)), out int count);
        bool isSize = TryReadSize(start.AsSpan(0, count), packed.Length, out size, out _);
        ArrayPool<byte>.Shared.Return(start);
        return isSize;
    }

    /// <summary>Unpacks a payload.</summary>
    /// <param name="packed">The packed payload: all of its bytes and no others.</param>
    /// <param name="destination">The memory for the payload; it must not overlap <paramref name="packed"/>.</param>
    /// <param name="written">The size of the payload in bytes; 0 unless the result is <see cref="OperationStatus.Done"/>.</param>
    /// <returns>
    /// <see cref="OperationStatus.Done"/>; <see cref="OperationStatus.DestinationTooSmall"/> if the payload has more bytes than
    /// <paramref name="destination"/>; <see cref="OperationStatus.InvalidData"/> if the size is truncated or not in its shortest form, or the
    /// bytes unpack to more or less than that size, or end too early. The destination is then undefined.
    /// </returns>
    public static OperationStatus Unpack(ReadOnlySpan<byte> packed, Span<byte> destination, out int written)
    {
        written = 0;
        if (!TryReadSize(packed, packed.Length, out int size, out int prefix))
        {
            return OperationStatus.InvalidData;
        }

        if (size > destination.Length)
        {
            return OperationStatus.DestinationTooSmall;
        }

        ReadOnlySpan<byte> words = packed.Slice(prefix);
        if (packed[0] == 0)
        {
            words.CopyTo(destination);
        }
        else if (!WordPacking.TryUnpack(words, destination.Slice(0, size)))
        {
            return OperationStatus.InvalidData;
        }

        written = size;
        return OperationStatus.Done;
    }

    /// <inheritdoc cref="Unpack(ReadOnlySpan{byte}, Span{byte}, out int)"/>
    public static OperationStatus Unpack(in ReadOnlySequence<byte> packed, Span<byte> destination, out int written)
    {
        if (packed.IsSingleSegment)
        {
            return Unpack(packed.First.Span, destination, out written);
        }

        byte[] copy = Copy(packed, out int size);
        OperationStatus status = Unpack(copy.AsSpan(0, size), destination, out written);
        ArrayPool<byte>.Shared.Return(copy);
        return status;
    }

    private static byte[] Copy(in ReadOnlySequence<byte> bytes, out int size)
    {
        size = checked((int)bytes.Length);
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

    private static bool TryReadSize(ReadOnlySpan<byte> start, long packedSize, out int size, out int prefix)
    {
        size = 0;
        prefix = 0;
        ulong value = 0;
        byte last = 0x80;
        for (; (last & 0x80) != 0; prefix++)
        {
            if (prefix == start.Length || prefix == LongestPrefix)
            {
                return false;
            }

            last = start[prefix];
            value |= (ulong)(last & 0x7Fu) << (7 * prefix);
        }

        long left = packedSize - prefix;
        if (prefix == 1 && value == 0)
        {
            size = (int)Math.Min(left, int.MaxValue);
            return left <= int.MaxValue;
        }

        if (last == 0 || value > int.MaxValue || (long)value > left * LargestRatio)
        {
            return false;
        }

        size = (int)value;
        return true;
    }
}
