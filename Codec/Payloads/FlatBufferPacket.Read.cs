using System;
using Codec.Compat;
using Codec.Packets;
using Google.FlatBuffers;

namespace Codec.Payloads;

public static partial class FlatBufferPacket
{
    /// <summary>Takes one whole packet apart; what is in the payload is not looked at.</summary>
    /// <param name="packet">Exactly one packet: header and payload, and nothing after them.</param>
    /// <param name="header">The header, or the default where there is none.</param>
    /// <param name="payload">The payload, in the caller's own memory; empty where the packet is refused.</param>
    /// <param name="error">Why the packet is refused: <see cref="PacketError.HeaderTruncated"/>, <see cref="PacketError.PayloadTruncated"/> or <see cref="PacketError.TrailingBytes"/>.</param>
    /// <returns><see langword="false"/> where <paramref name="packet"/> is not exactly one packet.</returns>
    public static bool TryRead(ReadOnlySpan<byte> packet, out PacketHeader header, out ReadOnlySpan<byte> payload, out PacketError error)
    {
        payload = default;
        if (!TryReadHeader(packet, out header, out error))
        {
            return false;
        }

        payload = packet.Slice(PacketHeader.ByteCount);
        return true;
    }

    /// <summary>Takes one whole packet apart and gives its root table, if the verifier accepts the payload.</summary>
    /// <typeparam name="T">The root table's type, as flatc writes it.</typeparam>
    /// <param name="packet">Exactly one packet. The root reads from this memory, which must stay as it is for as long as the root is used.</param>
    /// <param name="id">The id that the packet must have.</param>
    /// <param name="verify">What flatc writes to verify the table: <c>MonsterVerify.Verify</c>.</param>
    /// <param name="root">The root table, or the default where the packet is refused.</param>
    /// <param name="error">Why the packet is refused.</param>
    /// <param name="fileIdentifier">The four characters that the payload must carry, or <see langword="null"/> where any will do.</param>
    /// <param name="options">The verifier's limits, or <see langword="null"/> for its defaults.</param>
    /// <returns>
    /// <see langword="false"/> where <paramref name="packet"/> is not exactly one packet, has another id, or its payload is not a valid buffer
    /// of that type; no bytes lead to an exception.
    /// </returns>
    /// <remarks>
    /// Makes one buffer and one verifier a call, the convenient way for a single packet. A dispatcher reuses both for all of its packets.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> has no array, or <paramref name="verify"/> is <see langword="null"/>.</exception>
    public static bool TryReadRoot<T>(
        ArraySegment<byte> packet,
        ushort id,
        VerifyTableAction verify,
        out T root,
        out PacketError error,
        string? fileIdentifier = null,
        Options? options = null)
        where T : struct, IFlatbufferObject
    {
        if (packet.Array is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        if (verify is null)
        {
            Throw.ArgumentNull(nameof(verify));
        }

        root = default;
        if (!TryReadHeader(packet, out PacketHeader header, out error))
        {
            return false;
        }

        if (header.Id != id)
        {
            error = PacketError.UnexpectedId;
            return false;
        }

        ByteBuffer payload = FlatBuffersRuntime.CreateBuffer(
            new ArraySegment<byte>(packet.Array, packet.Offset + PacketHeader.ByteCount, header.Size));
        if (!FlatBuffersRuntime.Verify(payload, fileIdentifier, verify, options))
        {
            error = PacketError.PayloadInvalid;
            return false;
        }

        root.__init(payload.GetInt(payload.Position) + payload.Position, payload);
        return true;
    }

    private static bool TryReadHeader(ReadOnlySpan<byte> packet, out PacketHeader header, out PacketError error)
    {
        if (!PacketHeader.TryRead(packet, out header))
        {
            error = PacketError.HeaderTruncated;
            return false;
        }

        error = packet.Length < header.PacketSize ? PacketError.PayloadTruncated
            : packet.Length > header.PacketSize ? PacketError.TrailingBytes
            : PacketError.None;
        return error == PacketError.None;
    }
}
