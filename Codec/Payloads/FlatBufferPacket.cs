using System;
using System.Runtime.CompilerServices;
using Codec.Compat;
using Codec.Framing;
using Codec.Generated;
using Codec.Packets;
using Codec.Packets.HeaderWriters;
using Google.FlatBuffers;

namespace Codec.Payloads;

/// <summary>
/// Packets whose payload is a FlatBuffer: from a finished <see cref="FlatBufferBuilder"/> to a packet in place, and from a packet to a verified root.
/// </summary>
/// <remarks>
/// A builder fills its buffer from the end. The bytes in front of a finished payload are free, so the header is written there, and the payload is
/// not copied. To copy the packet elsewhere, use <see cref="PacketEncoder"/>, which accepts a builder. To send the payload with an id, pass the builder to
/// the connection or writer, not the result of <c>AsPacket</c>: <c>writer.Write(5, builder.AsPacket(5))</c> writes a packet inside a packet. Not thread-safe
/// with other uses of the same builder.
/// </remarks>
public static class FlatBufferPacket
{
    /// <summary>Writes a header in front of the finished payload, in the builder's own buffer.</summary>
    /// <param name="builder">A finished builder. Its buffer grows, once, if too few bytes are free in front of the payload.</param>
    /// <param name="id">The packet's id.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <returns>The packet, in memory that the builder owns. It is valid until the builder is cleared, written to, or passed to <c>AsPacket</c> again.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">The builder is not finished.</exception>
    public static ArraySegment<byte> AsPacket(this FlatBufferBuilder builder, uint id, PacketFormat? format = null)
    {
        if (builder is null)
        {
            Throw.ArgumentNull(nameof(builder));
        }

        // The general path has its own return statement. With a common one, the segment would be copied through the stack.
        if (format is not null
            || id > ushort.MaxValue
            || !FlatBuffersRuntime.TryGetFinished(builder, PacketHeader.ByteCount, out ArraySegment<byte> packet)
            || packet.Count > PacketHeader.ByteCount + ushort.MaxValue)
        {
            return AsOtherPacket(builder, id, format ?? PacketFormat.Default);
        }

        default(UnalignedStoreHeaderWriter).Write(packet.Array!, packet.Offset, new PacketHeader((ushort)id, (ushort)(packet.Count - PacketHeader.ByteCount)));
        return packet;
    }

    /// <summary>Writes a header of the default format in front of the finished payload, with a given header writer.</summary>
    /// <typeparam name="TWriter">The header writer's type: a struct, so that it is called directly.</typeparam>
    /// <param name="builder">A finished builder. Its buffer grows, once, if fewer than 4 bytes are free in front of the payload.</param>
    /// <param name="id">The packet's id.</param>
    /// <param name="writer">Writes the header.</param>
    /// <returns>The packet, in memory that the builder owns. It is valid until the builder is cleared, written to, or passed to <c>AsPacket</c> again.</returns>
    /// <inheritdoc cref="AsPacket(FlatBufferBuilder, uint, PacketFormat)" path="/exception"/>
    public static ArraySegment<byte> AsPacket<TWriter>(this FlatBufferBuilder builder, uint id, TWriter writer)
        where TWriter : struct, IPacketHeaderWriter
    {
        ArraySegment<byte> packet = ReserveHeader(builder, PacketHeader.ByteCount);
        int size = packet.Count - PacketHeader.ByteCount;
        if (id > ushort.MaxValue)
        {
            Throw.IdTooLarge(id, ushort.MaxValue);
        }

        if (size > ushort.MaxValue)
        {
            Throw.PayloadTooLarge(size, ushort.MaxValue);
        }

        writer.Write(packet.Array!, packet.Offset, new PacketHeader((ushort)id, (ushort)size));
        return packet;
    }

    /// <summary>Reads one whole packet and gets its root table, if the verifier accepts the payload.</summary>
    /// <typeparam name="T">The root table's type, as flatc writes it.</typeparam>
    /// <param name="packet">Exactly one packet. The root reads from this memory, which must not change while the root is used.</param>
    /// <param name="id">The id that the packet must have.</param>
    /// <param name="verify">
    /// The function that flatc writes to verify the table: <c>MonsterVerify.Verify</c>. It is not checked that it verifies <typeparamref name="T"/>. With
    /// the function of another table, the root reads bytes that were not verified for it.
    /// </param>
    /// <param name="root">The root table, or the default if the packet is rejected.</param>
    /// <param name="error">Why the packet is rejected.</param>
    /// <param name="fileIdentifier">
    /// The file identifier that the payload must have: four characters of one byte each. <see langword="null"/> accepts any and none.
    /// </param>
    /// <param name="options">
    /// The verifier's limits, or <see langword="null"/> to use those of generated packets: 64 levels, and one table for each 4 bytes of payload, from 16,384
    /// to 1,000,000.
    /// </param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <returns>
    /// <see langword="false"/> if <paramref name="packet"/> is not exactly one packet, has another id, or its payload is not a valid buffer of that
    /// type. No bytes cause an exception.
    /// </returns>
    /// <remarks>Each call allocates a buffer and a verifier. For many packets, use a dispatcher, which reuses both.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> has no array, or <paramref name="verify"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="fileIdentifier"/> is not four characters of one byte each.</exception>
    public static bool TryReadRoot<T>(
        ArraySegment<byte> packet,
        uint id,
        VerifyTableAction verify,
        out T root,
        out PacketError error,
        string? fileIdentifier = null,
        Options? options = null,
        PacketFormat? format = null)
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

        CheckFileIdentifier(fileIdentifier);
        root = default;
        format ??= PacketFormat.Default;
        if (!PacketDecoder.TryDecodeDatagram(packet, format, out Packet decoded, out error))
        {
            return false;
        }

        if (decoded.Id != id)
        {
            error = PacketError.UnexpectedId;
            return false;
        }

        ByteBuffer payload = FlatBuffersRuntime.CreateBuffer(
            new ArraySegment<byte>(packet.Array, packet.Offset + format.HeaderSize, decoded.PayloadSize));
        options ??= new Options { maxTables = GeneratedBudget.MaxTables(decoded.PayloadSize) };
        if (!FlatBuffersRuntime.Verify(payload, fileIdentifier, verify, options))
        {
            error = PacketError.PayloadInvalid;
            return false;
        }

        root.__init(payload.GetInt(payload.Position) + payload.Position, payload);
        return true;
    }

    /// <summary>Throws if a file identifier is not four characters of one byte each. <see langword="null"/> and an empty one accept any.</summary>
    internal static void CheckFileIdentifier(string? fileIdentifier)
    {
        if (string.IsNullOrEmpty(fileIdentifier))
        {
            return;
        }

        bool isValid = fileIdentifier!.Length == FlatBufferConstants.FileIdentifierLength;
        foreach (char character in fileIdentifier)
        {
            isValid &= character <= byte.MaxValue;
        }

        if (!isValid)
        {
            Throw.NoFileIdentifier(nameof(fileIdentifier), fileIdentifier);
        }
    }

    /// <summary>Grows the builder's buffer so that <paramref name="count"/> bytes are free in front of the payload.</summary>
    /// <returns>The payload's new position.</returns>
    internal static int ReserveFront(FlatBufferBuilder builder, int count)
    {
        ByteBuffer buffer = builder.DataBuffer;
        int size = builder.Offset;
        FlatBuffersRuntime.GrowFront(builder, count);
        buffer.Position = buffer.Length - size;
        return buffer.Position;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ArraySegment<byte> AsOtherPacket(FlatBufferBuilder builder, uint id, PacketFormat format)
    {
        ArraySegment<byte> packet = ReserveHeader(builder, format.HeaderSize);
        format.WriteHeader(packet.AsSpan(), id, packet.Count - format.HeaderSize);
        return packet;
    }

    /// <summary>Gets the payload of a finished builder together with the memory for a header in front of it.</summary>
    private static ArraySegment<byte> ReserveHeader(FlatBufferBuilder builder, int headerSize)
    {
        ArraySegment<byte> payload = FinishedPayload.Of(builder);
        if (!FlatBuffersRuntime.TryGetFinished(builder, headerSize, out ArraySegment<byte> packet))
        {
            int position = ReserveFront(builder, headerSize);
            packet = builder.DataBuffer.ToArraySegment(position - headerSize, headerSize + payload.Count);
        }

        return packet;
    }
}
