using Codec.Generated;
using Codec.Packets;

namespace Codec.Payloads;

/// <summary>Packs payloads by their schema, and unpacks them. docs/packing.md specifies the form.</summary>
/// <remarks>A warm thread allocates no memory, except for payloads of more than 128 KB. Thread-safe.</remarks>
public static class PackedPayload
{
    /// <summary>
    /// The largest unpacked payload, in bytes, of packed packets without another limit: the largest payload of the default format. C++ has
    /// the same limit.
    /// </summary>
    public const int DefaultMaxSize = 65_535;

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
    public static int GetMaxUnpackedSize(int payloadSize) => (int)Math.Min(PacketFormat.LongestArray, 1024L + payloadSize + (payloadSize / 4));

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

        PayloadWalk walk = PayloadWalk.OfThread;
        walk.PackingMemory.Set(payload);
        OperationStatus status = walk.Pack(shape, walk.PackingMemory, null, destination, out written);
        walk.PackingMemory.Trim();
        return status;
    }

    /// <summary>Unpacks a payload. It must then be verified.</summary>
    /// <param name="shape">The shape of the message.</param>
    /// <param name="packed">The packed payload: all of its bytes and no others.</param>
    /// <param name="destination">The memory for the payload; it must not overlap <paramref name="packed"/>.</param>
    /// <param name="written">The size of the payload in bytes; 0 unless the result is <see cref="PacketError.None"/>.</param>
    /// <returns>
    /// <see cref="PacketError.None"/>; <see cref="PacketError.PackedInvalid"/>; <see cref="PacketError.PackedTruncated"/>; or
    /// <see cref="PacketError.PayloadTooLarge"/> if the payload has more bytes than <paramref name="destination"/>.
    /// </returns>
    public static PacketError Unpack(PayloadShape shape, ReadOnlySpan<byte> packed, Span<byte> destination, out int written)
    {
        if (shape is null)
        {
            Throw.ArgumentNull(nameof(shape));
        }

        PayloadWalk walk = PayloadWalk.OfThread;
        PayloadBytes payload = walk.UnpackingMemory;
        PacketError error = walk.Unpack(shape, packed, null, destination.Length, payload);
        if (error == PacketError.None && payload.Count > destination.Length)
        {
            error = PacketError.PayloadTooLarge;
        }

        written = error == PacketError.None ? payload.Count : 0;
        payload.Bytes.AsSpan(0, written).CopyTo(destination);
        payload.Trim();
        return error;
    }

    /// <summary>Returns the largest unpacked payload in bytes for the limit of a packet, which is <see cref="int.MaxValue"/> for none.</summary>
    internal static int GetLimit(int maxPayloadSize) => maxPayloadSize == int.MaxValue ? DefaultMaxSize : maxPayloadSize;
}
