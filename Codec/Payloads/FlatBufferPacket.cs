using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using Codec.Compat;
using Codec.Packets;
using Codec.Packets.HeaderWriters;
using Google.FlatBuffers;

namespace Codec.Payloads;

/// <summary>Packets whose payload is a FlatBuffer: from a finished <see cref="FlatBufferBuilder"/> to a packet, and back to a verified root.</summary>
/// <remarks>
/// A builder fills its buffer from the back, so the bytes in front of a finished payload are free: the header goes there, and the payload
/// is never copied to make a packet. The methods whose names start with As give the builder's own memory, which is valid until the builder
/// is used again; those with Copy, Write and To leave the caller with bytes of its own. None of them is safe to call while another thread
/// uses the same builder. Size counts the payload alone, so a payload has at most 65,535 bytes.
/// </remarks>
public static partial class FlatBufferPacket
{
    /// <summary>Puts a header in front of the finished payload, in the builder's own buffer.</summary>
    /// <param name="builder">A finished builder. Its buffer grows, once, where fewer than 4 bytes are free in front of the payload.</param>
    /// <param name="id">What kind of packet this is.</param>
    /// <returns>The packet, in memory that the builder owns: valid until the builder is cleared or written to.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The builder is not finished.</exception>
    /// <exception cref="ArgumentException">The payload has more than 65,535 bytes.</exception>
    public static ArraySegment<byte> AsPacket(this FlatBufferBuilder builder, ushort id)
    {
        if (builder is null)
        {
            Throw.ArgumentNull(nameof(builder));
        }

        // The rest returns by itself: where two ways met again, the segment would go through the stack.
        if (!FlatBuffersRuntime.TryGetFinished(builder, PacketHeader.ByteCount, out ArraySegment<byte> packet)
            || packet.Count > PacketHeader.ByteCount + ushort.MaxValue)
        {
            return AsPacket(builder, id, default(UnalignedStoreHeaderWriter));
        }

        default(UnalignedStoreHeaderWriter).Write(packet.Array!, packet.Offset, new PacketHeader(id, (ushort)(packet.Count - PacketHeader.ByteCount)));
        return packet;
    }

    /// <summary>Puts a header in front of the finished payload, with a header writer of the caller's choice.</summary>
    /// <typeparam name="TWriter">The writer's type; a struct, so that it is called directly.</typeparam>
    /// <param name="builder">A finished builder. Its buffer grows, once, where fewer than 4 bytes are free in front of the payload.</param>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="writer">Writes the header.</param>
    /// <returns>The packet, in memory that the builder owns: valid until the builder is cleared or written to.</returns>
    /// <inheritdoc cref="AsPacket(FlatBufferBuilder, ushort)" path="/exception"/>
    public static ArraySegment<byte> AsPacket<TWriter>(this FlatBufferBuilder builder, ushort id, TWriter writer)
        where TWriter : struct, IPacketHeaderWriter
    {
        ArraySegment<byte> packet = WithRoomForHeader(builder, out ushort size);
        writer.Write(packet.Array!, packet.Offset, new PacketHeader(id, size));
        return packet;
    }

    /// <summary>Puts a header in front of the finished payload, as <see cref="AsPacket(FlatBufferBuilder, ushort)"/> does.</summary>
    /// <param name="builder">A finished builder. Its buffer grows, once, where fewer than 4 bytes are free in front of the payload.</param>
    /// <param name="id">What kind of packet this is.</param>
    /// <returns>The packet, in memory that the builder owns: valid until the builder is cleared or written to.</returns>
    /// <inheritdoc cref="AsPacket(FlatBufferBuilder, ushort)" path="/exception"/>
    public static Memory<byte> AsPacketMemory(this FlatBufferBuilder builder, ushort id) => AsPacket(builder, id);

    /// <summary>Copies header and payload into <paramref name="destination"/>; the builder's buffer is left as it is.</summary>
    /// <param name="builder">A finished builder.</param>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="destination">Where the packet goes: at least 4 bytes more than the payload has.</param>
    /// <returns>The packet's length in bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The builder is not finished.</exception>
    /// <exception cref="ArgumentException">
    /// The payload has more than 65,535 bytes, or <paramref name="destination"/> is too short; nothing was written.
    /// </exception>
    public static int CopyPacketTo(this FlatBufferBuilder builder, ushort id, Span<byte> destination)
    {
        int size = CheckFinished(builder, out int position);
        return Copy(builder, position, size, id, destination);
    }

    /// <summary>Copies header and payload into <paramref name="destination"/> where they fit; the builder's buffer is left as it is.</summary>
    /// <param name="builder">A finished builder.</param>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="destination">Where the packet goes.</param>
    /// <param name="bytesWritten">The packet's length in bytes, or 0 where it does not fit.</param>
    /// <returns><see langword="false"/>, and nothing written, where <paramref name="destination"/> is too short.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The builder is not finished.</exception>
    /// <exception cref="ArgumentException">The payload has more than 65,535 bytes.</exception>
    public static bool TryCopyPacketTo(this FlatBufferBuilder builder, ushort id, Span<byte> destination, out int bytesWritten)
    {
        int size = CheckFinished(builder, out int position);
        if (destination.Length < PacketHeader.ByteCount + size)
        {
            bytesWritten = 0;
            return false;
        }

        bytesWritten = Copy(builder, position, size, id, destination);
        return true;
    }

    /// <summary>Appends header and payload to <paramref name="writer"/>; the builder's buffer is left as it is.</summary>
    /// <param name="builder">A finished builder.</param>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="writer">Where the packet goes; it is advanced by the packet's length, once.</param>
    /// <returns>The packet's length in bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> or <paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The builder is not finished.</exception>
    /// <exception cref="ArgumentException">The payload has more than 65,535 bytes, or the writer gave fewer bytes than it was asked for.</exception>
    public static int WritePacketTo(this FlatBufferBuilder builder, ushort id, IBufferWriter<byte> writer)
    {
        if (writer is null)
        {
            Throw.ArgumentNull(nameof(writer));
        }

        int size = CheckFinished(builder, out int position);
        int bytesWritten = Copy(builder, position, size, id, writer.GetSpan(PacketHeader.ByteCount + size));
        writer.Advance(bytesWritten);
        return bytesWritten;
    }

    /// <summary>Copies header and payload into a new array of just the packet's length; the builder's buffer is left as it is.</summary>
    /// <param name="builder">A finished builder.</param>
    /// <param name="id">What kind of packet this is.</param>
    /// <returns>The packet; the caller owns it.</returns>
    /// <inheritdoc cref="AsPacket(FlatBufferBuilder, ushort)" path="/exception"/>
    public static byte[] ToPacketArray(this FlatBufferBuilder builder, ushort id)
    {
        int size = CheckFinished(builder, out int position);
        byte[] packet = new byte[PacketHeader.ByteCount + size];
        Copy(builder, position, size, id, packet);
        return packet;
    }

    /// <summary>Copies header and payload of a builder that was checked; throws, and writes nothing, where the destination is too short.</summary>
    private static int Copy(FlatBufferBuilder builder, int position, int size, ushort id, Span<byte> destination)
    {
        int length = PacketHeader.ByteCount + size;
        if (destination.Length < length)
        {
            Throw.DestinationTooShort(length, destination.Length);
        }

        PacketHeaderWriters.Default.Write(destination, new PacketHeader(id, (ushort)size));
        builder.DataBuffer.ToArraySegment(position, size).AsSpan().CopyTo(destination.Slice(PacketHeader.ByteCount));
        return length;
    }

    /// <summary>The payload of a finished builder with room for a header in front, in the builder's own buffer.</summary>
    private static ArraySegment<byte> WithRoomForHeader(FlatBufferBuilder builder, out ushort size)
    {
        if (builder is null)
        {
            Throw.ArgumentNull(nameof(builder));
        }

        if (!FlatBuffersRuntime.TryGetFinished(builder, PacketHeader.ByteCount, out ArraySegment<byte> packet))
        {
            packet = MakeRoom(builder);
        }

        int count = packet.Count - PacketHeader.ByteCount;
        if (count > ushort.MaxValue)
        {
            Throw.BuiltPayloadTooLarge(count, ushort.MaxValue);
        }

        size = (ushort)count;
        return packet;
    }

    /// <summary>The packet's memory where its header has no room yet; throws where the payload is not one for a packet.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ArraySegment<byte> MakeRoom(FlatBufferBuilder builder)
    {
        int size = CheckFinished(builder, out int position);
        if (position < PacketHeader.ByteCount)
        {
            position = ReserveFront(builder, PacketHeader.ByteCount);
        }

        return builder.DataBuffer.ToArraySegment(position - PacketHeader.ByteCount, PacketHeader.ByteCount + size);
    }

    /// <summary>Grows the builder's buffer so that <paramref name="count"/> bytes are free in front of the payload, and gives the payload's new position.</summary>
    internal static int ReserveFront(FlatBufferBuilder builder, int count)
    {
        ByteBuffer buffer = builder.DataBuffer;
        int size = buffer.Length - buffer.Position;
        // An alignment of 1 adds no padding: Prep only makes room.
        builder.Prep(1, count - 1);
        buffer.Position = buffer.Length - size;
        return buffer.Position;
    }

    /// <summary>Gives the finished payload's size and its position in the builder's buffer, both in bytes.</summary>
    private static int CheckFinished(FlatBufferBuilder builder, out int position)
    {
        if (builder is null)
        {
            Throw.ArgumentNull(nameof(builder));
        }

        if (!FlatBuffersRuntime.IsFinished(builder))
        {
            Throw.BuilderNotFinished(builder.Offset);
        }

        ByteBuffer buffer = builder.DataBuffer;
        position = buffer.Position;
        int size = buffer.Length - position;
        if (size > ushort.MaxValue)
        {
            Throw.BuiltPayloadTooLarge(size, ushort.MaxValue);
        }

        return size;
    }
}
