using Codec.Packets;

namespace Codec.Framing;

/// <summary>Writes packets to memory: <c>Encode</c> to a span, <c>Write</c> to an <see cref="IBufferWriter{T}"/>. Stateless and thread-safe.</summary>
/// <remarks>
/// Both accept a message, or an id with the payload's bytes. To write a value with its <see cref="IPayloadWriter{TMessage}"/>, wrap both in a
/// <see cref="ValuePacket{TValue}"/>. A buffer writer is advanced once, by a whole packet: if a method throws, nothing was appended.
/// </remarks>
public static class PacketEncoder
{
    /// <summary>Writes a message with its header to the start of <paramref name="destination"/>.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="destination">The memory to write to. Its content is undefined if the method does not return <see cref="OperationStatus.Done"/>.</param>
    /// <param name="packet">The message.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="bytesWritten">The size of the packet in bytes, or 0.</param>
    /// <returns><see cref="OperationStatus.Done"/>, or <see cref="OperationStatus.DestinationTooSmall"/>.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why.</exception>
    public static OperationStatus Encode<TPacket>(Span<byte> destination, in TPacket packet, PacketFormat? format, out int bytesWritten)
        where TPacket : IPacket
    {
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        format ??= PacketFormat.Default;
        if (TryEncode(destination, packet, format, out bytesWritten))
        {
            return OperationStatus.Done;
        }

        if (destination.Length >= format.MaxPacketSize)
        {
            // No destination is large enough.
            _ = PacketSize(format, packet.GetMaxByteCount());
        }

        return OperationStatus.DestinationTooSmall;
    }

    /// <summary>Returns a message with its header in a new array of exactly its size, such as for a transport that takes whole messages.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why.</exception>
    public static byte[] Encode<TPacket>(in TPacket packet, PacketFormat? format = null)
        where TPacket : IPacket
    {
        PacketBuffer buffer = new();
        Write(buffer, packet, format);
        ArraySegment<byte> written = buffer.Written;
        return written.Count == written.Array!.Length ? written.Array : written.AsSpan().ToArray();
    }

    /// <summary>Writes a packet to the start of <paramref name="destination"/>.</summary>
    /// <param name="destination">The memory to write to.</param>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload, which is copied. It must not overlap <paramref name="destination"/>.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="bytesWritten">The size of the packet in bytes, or 0.</param>
    /// <returns><see cref="OperationStatus.Done"/>, or <see cref="OperationStatus.DestinationTooSmall"/>, with nothing written.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    public static OperationStatus Encode(Span<byte> destination, uint id, ReadOnlySpan<byte> payload, PacketFormat? format, out int bytesWritten)
    {
        format ??= PacketFormat.Default;
        int size = PacketSize(format, payload.Length);
        if (size > destination.Length)
        {
            bytesWritten = 0;
            return OperationStatus.DestinationTooSmall;
        }

        format.WriteHeader(destination, id, payload.Length);
        payload.CopyTo(destination.Slice(format.HeaderSize));
        bytesWritten = size;
        return OperationStatus.Done;
    }

    /// <summary>Writes a message with its header to <paramref name="output"/>, directly into its memory.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="output">The buffer writer. It is advanced once, by the size of the packet.</param>
    /// <param name="packet">The message.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <returns>The size of the packet in bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> or <paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why.</exception>
    public static int Write<TPacket>(IBufferWriter<byte> output, in TPacket packet, PacketFormat? format = null)
        where TPacket : IPacket
    {
        if (output is null)
        {
            Throw.ArgumentNull(nameof(output));
        }

        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        format ??= PacketFormat.Default;
        uint id = packet.Id;
        int promised = GetMaxSize(packet);

        // The upper bound may exceed the limit of the format. Only the size that was written is validated.
        Span<byte> destination = output.GetSpan((int)Math.Min((long)format.HeaderSize + promised, int.MaxValue));
        int written = WritePayload(destination.Slice(format.HeaderSize), packet, promised);
        format.WriteHeader(destination, id, written);
        output.Advance(format.HeaderSize + written);
        return format.HeaderSize + written;
    }

    /// <summary>Writes a packet to <paramref name="output"/>.</summary>
    /// <param name="output">The buffer writer. It is advanced once, by the size of the packet.</param>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload, which is copied.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <returns>The size of the packet in bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    public static int Write(IBufferWriter<byte> output, uint id, ReadOnlySpan<byte> payload, PacketFormat? format = null)
    {
        if (output is null)
        {
            Throw.ArgumentNull(nameof(output));
        }

        format ??= PacketFormat.Default;
        int size = PacketSize(format, payload.Length);
        Span<byte> destination = output.GetSpan(size);
        format.WriteHeader(destination, id, payload.Length);
        payload.CopyTo(destination.Slice(format.HeaderSize));
        output.Advance(size);
        return size;
    }

    /// <summary>Writes a message with its header, if it fits.</summary>
    /// <returns><see langword="false"/> if the message needs more memory, even if the destination is larger than the largest packet of the format.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryEncode<TPacket>(Span<byte> destination, in TPacket packet, PacketFormat format, out int bytesWritten)
        where TPacket : IPacket
    {
        if (destination.Length < format.HeaderSize || !packet.TryWrite(destination.Slice(format.HeaderSize), out int written))
        {
            bytesWritten = 0;
            return false;
        }

        if ((uint)written > (uint)(destination.Length - format.HeaderSize))
        {
            Throw.SizeOutsidePromise(written, destination.Length - format.HeaderSize);
        }

        format.WriteHeader(destination, packet.Id, written);
        bytesWritten = format.HeaderSize + written;
        return true;
    }

    internal static int GetMaxSize<TPacket>(in TPacket packet)
        where TPacket : IPacket
    {
        int promised = packet.GetMaxByteCount();
        if (promised < 0)
        {
            Throw.NegativePromise(promised);
        }

        return promised;
    }

    /// <summary>Writes a payload, and throws if it takes more than <paramref name="promised"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int WritePayload<TPacket>(Span<byte> destination, in TPacket packet, int promised)
        where TPacket : IPacket
    {
        if (!packet.TryWrite(destination, out int written))
        {
            Throw.ChangedWhileWriting(typeof(TPacket).FullName!);
        }

        if ((uint)written > (uint)promised)
        {
            Throw.SizeOutsidePromise(written, promised);
        }

        return written;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int PacketSize(PacketFormat format, int payloadSize)
    {
        if (payloadSize > format.MaxPayloadSize)
        {
            Throw.PayloadTooLarge(payloadSize, format.MaxPayloadSize);
        }

        return format.HeaderSize + payloadSize;
    }
}
