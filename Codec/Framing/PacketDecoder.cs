using Codec.Packets;

namespace Codec.Framing;

/// <summary>Decodes packets at the start of memory, in place. Stateless and thread-safe.</summary>
/// <remarks>
/// Each method returns <see cref="OperationStatus.Done"/> with a packet, or <see cref="OperationStatus.InvalidData"/> with the error, or
/// <see cref="OperationStatus.NeedMoreData"/> if the bytes end inside a packet. In the last case, the error names the part
/// (<see cref="PacketError.HeaderTruncated"/> or <see cref="PacketError.PayloadTruncated"/>). Report this error if the stream ends there. A declared size is
/// validated as soon as the size field is complete. Bytes never cause an exception. Without a packet, none are consumed.
/// </remarks>
public static class PacketDecoder
{
    /// <summary>Decodes the packet at the start of <paramref name="source"/>, in the default format.</summary>
    /// <param name="source">Bytes that start at a packet's header.</param>
    /// <param name="packet">The packet, over the same memory as <paramref name="source"/>.</param>
    /// <param name="bytesConsumed">The size of the packet in bytes; 0 if there is none.</param>
    /// <param name="error">The error, or the part that is missing; <see cref="PacketError.None"/> if there is a packet.</param>
    /// <returns>Whether there is a packet, more bytes are needed, or the bytes are not a packet.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus Decode(ReadOnlySpan<byte> source, out Packet packet, out int bytesConsumed, out PacketError error)
    {
        if (TryReadFast(source, ushort.MaxValue, out uint packed, out int length))
        {
            packet = new Packet(source.Slice(0, length), packed >> 16, PacketHeader.ByteCount);
            bytesConsumed = length;
            error = PacketError.None;
            return OperationStatus.Done;
        }

        packet = default;
        bytesConsumed = 0;
        error = source.Length < PacketHeader.ByteCount ? PacketError.HeaderTruncated : PacketError.PayloadTruncated;
        return OperationStatus.NeedMoreData;
    }

    /// <summary>Decodes the packet at the start of <paramref name="source"/>.</summary>
    /// <param name="source">Bytes that start at a packet's header.</param>
    /// <param name="format">The packet format.</param>
    /// <param name="packet">The packet, over the same memory as <paramref name="source"/>.</param>
    /// <param name="bytesConsumed">The size of the packet in bytes; 0 if there is none.</param>
    /// <param name="error">The error, or the part that is missing; <see cref="PacketError.None"/> if there is a packet.</param>
    /// <returns>Whether there is a packet, more bytes are needed, or the bytes are not a packet.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="format"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus Decode(
        ReadOnlySpan<byte> source, PacketFormat format, out Packet packet, out int bytesConsumed, out PacketError error)
    {
        if (format is null)
        {
            Throw.ArgumentNull(nameof(format));
        }

        if (TryReadFast(source, format.FastMaxPayloadSize, out uint packed, out int length))
        {
            packet = new Packet(source.Slice(0, length), packed >> 16, PacketHeader.ByteCount);
            bytesConsumed = length;
            error = PacketError.None;
            return OperationStatus.Done;
        }

        PacketExtent extent = format.Measure(source, source.Length);
        packet = extent.IsPacket ? new Packet(source.Slice(0, extent.Length), extent.Id, format.HeaderSize) : default;
        bytesConsumed = extent.IsPacket ? extent.Length : 0;
        error = extent.Error;
        return (OperationStatus)extent.Status;
    }

    /// <summary>Decodes the packet at the start of a part of an array. The packet refers to the array, so that array APIs need no copy.</summary>
    /// <param name="source">Bytes that start at a packet's header.</param>
    /// <param name="format">The packet format.</param>
    /// <param name="packet">The packet, over the same memory as <paramref name="source"/>.</param>
    /// <param name="bytesConsumed">The size of the packet in bytes; 0 if there is none.</param>
    /// <param name="error">The error, or the part that is missing; <see cref="PacketError.None"/> if there is a packet.</param>
    /// <returns>Whether there is a packet, more bytes are needed, or the bytes are not a packet.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="format"/> or the segment's array is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static OperationStatus Decode(
        ArraySegment<byte> source, PacketFormat format, out Packet packet, out int bytesConsumed, out PacketError error)
    {
        if (source.Array is null)
        {
            Throw.ArgumentNull(nameof(source));
        }

        if (format is null)
        {
            Throw.ArgumentNull(nameof(format));
        }

        ReadOnlySpan<byte> bytes = source.AsSpan();
        if (TryReadFast(bytes, format.FastMaxPayloadSize, out uint packed, out int length))
        {
            packet = new Packet(bytes.Slice(0, length), source.Array, source.Offset, packed >> 16, PacketHeader.ByteCount);
            bytesConsumed = length;
            error = PacketError.None;
            return OperationStatus.Done;
        }

        PacketExtent extent = format.Measure(bytes, bytes.Length);
        packet = extent.IsPacket ? new Packet(bytes.Slice(0, extent.Length), source.Array, source.Offset, extent.Id, format.HeaderSize) : default;
        bytesConsumed = extent.IsPacket ? extent.Length : 0;
        error = extent.Error;
        return (OperationStatus)extent.Status;
    }

    /// <summary>Decodes the packet that fills <paramref name="datagram"/> exactly.</summary>
    /// <param name="datagram">The bytes of one message from a transport that preserves message boundaries.</param>
    /// <param name="format">The packet format.</param>
    /// <param name="packet">The packet, over the same memory as <paramref name="datagram"/>.</param>
    /// <param name="error">The error: a truncated part, <see cref="PacketError.TrailingBytes"/>, or a size that the format rejects.</param>
    /// <exception cref="ArgumentNullException"><paramref name="format"/> is <see langword="null"/>.</exception>
    public static bool TryDecodeDatagram(ReadOnlySpan<byte> datagram, PacketFormat format, out Packet packet, out PacketError error)
    {
        OperationStatus status = Decode(datagram, format, out packet, out int consumed, out error);
        return IsWhole(status, consumed == datagram.Length, ref packet, ref error);
    }

    /// <inheritdoc cref="TryDecodeDatagram(ReadOnlySpan{byte}, PacketFormat, out Packet, out PacketError)"/>
    /// <remarks>The packet refers to the array, so that a dispatcher need not copy its payload.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="format"/> or the segment's array is <see langword="null"/>.</exception>
    public static bool TryDecodeDatagram(ArraySegment<byte> datagram, PacketFormat format, out Packet packet, out PacketError error)
    {
        OperationStatus status = Decode(datagram, format, out packet, out int consumed, out error);
        return IsWhole(status, consumed == datagram.Count, ref packet, ref error);
    }

    /// <summary>Guesses what rejected bytes are, from the first ones. The guess is only for messages.</summary>
    /// <param name="start">The bytes of the rejected packet; the first 8 are sufficient.</param>
    /// <param name="format">The format in which they were rejected.</param>
    /// <returns>The guess, or <see cref="PacketHint.None"/>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="format"/> is <see langword="null"/>.</exception>
    public static PacketHint Guess(ReadOnlySpan<byte> start, PacketFormat format) => PacketHints.Guess(start, format);

    /// <summary>Returns a guess as a sentence to append to an error message.</summary>
    /// <param name="hint">The guess.</param>
    /// <returns>A sentence, or an empty string for <see cref="PacketHint.None"/>.</returns>
    public static string Describe(PacketHint hint) => PacketHints.Describe(hint);

    /// <summary>Returns the header's 32 bits and the packet's length if the format is the default layout and the packet is complete and accepted.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryReadFast(ReadOnlySpan<byte> source, int fastMaxPayloadSize, out uint packed, out int length)
    {
        if (source.Length >= PacketHeader.ByteCount)
        {
            packed = Unsafe.ReadUnaligned<uint>(ref MemoryMarshal.GetReference(source));
            int payloadSize = (ushort)packed;
            length = payloadSize + PacketHeader.ByteCount;
            return payloadSize <= fastMaxPayloadSize && length <= source.Length;
        }

        packed = 0;
        length = 0;
        return false;
    }

    private static bool IsWhole(OperationStatus status, bool isWhole, ref Packet packet, ref PacketError error)
    {
        if (status == OperationStatus.Done && !isWhole)
        {
            packet = default;
            error = PacketError.TrailingBytes;
        }

        return error == PacketError.None;
    }
}
