using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using Codec.Packets;
using Google.FlatBuffers;

namespace Codec.Framing;

/// <summary>Writes packets to memory: <c>Encode</c> to a span, <c>Write</c> to an <see cref="IBufferWriter{T}"/>. Stateless and thread-safe.</summary>
/// <remarks>
/// Both accept a message, an id with a finished <see cref="FlatBufferBuilder"/>, an id with the payload's bytes, and an id with a value and an
/// <see cref="IPayloadWriter{TMessage}"/>. A buffer writer is advanced once, by a whole packet: if a method throws, nothing was appended.
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
        if (destination.Length < format.HeaderSize || !packet.TryWrite(destination.Slice(format.HeaderSize), out int written))
        {
            if (destination.Length >= format.MaxPacketSize)
            {
                // No destination is large enough.
                _ = PacketSize(format, packet.GetMaxByteCount());
            }

            bytesWritten = 0;
            return OperationStatus.DestinationTooSmall;
        }

        if ((uint)written > (uint)(destination.Length - format.HeaderSize))
        {
            Throw.SizeOutsidePromise(written, destination.Length - format.HeaderSize);
        }

        format.WriteHeader(destination, packet.Id, written);
        bytesWritten = format.HeaderSize + written;
        return OperationStatus.Done;
    }

    /// <summary>Writes a packet to the start of <paramref name="destination"/>.</summary>
    /// <param name="destination">The memory to write to.</param>
    /// <param name="id">The packet's id.</param>
    /// <param name="builder">A finished builder, whose payload is copied.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="bytesWritten">The size of the packet in bytes, or 0.</param>
    /// <returns><see cref="OperationStatus.Done"/>, or <see cref="OperationStatus.DestinationTooSmall"/>, with nothing written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">The builder is not finished.</exception>
    public static OperationStatus Encode(Span<byte> destination, uint id, FlatBufferBuilder builder, PacketFormat? format, out int bytesWritten) =>
        Encode(destination, id, FinishedPayload.Of(builder).AsSpan(), format, out bytesWritten);

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

    /// <summary>Writes a value as a packet to the start of <paramref name="destination"/>.</summary>
    /// <typeparam name="TMessage">The type of the value.</typeparam>
    /// <param name="destination">The memory to write to. Its content is undefined if the method does not return <see cref="OperationStatus.Done"/>.</param>
    /// <param name="id">The packet's id.</param>
    /// <param name="message">The value.</param>
    /// <param name="writer">Writes the value as a payload.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="bytesWritten">The size of the packet in bytes, or 0.</param>
    /// <returns>
    /// <see cref="OperationStatus.Done"/>, or <see cref="OperationStatus.DestinationTooSmall"/> if the destination is smaller than the header and the
    /// writer's upper bound. <see cref="IPayloadWriter{TMessage}.Write"/> is not called then.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">The writer's upper bound is negative, or it wrote more than that.</exception>
    public static OperationStatus Encode<TMessage>(
        Span<byte> destination, uint id, in TMessage message, IPayloadWriter<TMessage> writer, PacketFormat? format, out int bytesWritten)
    {
        format ??= PacketFormat.Default;
        int promised = GetMaxSize(message, writer);
        if (promised > destination.Length - format.HeaderSize)
        {
            bytesWritten = 0;
            return OperationStatus.DestinationTooSmall;
        }

        bytesWritten = Encode(destination, id, message, writer, promised, format);
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
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        return Write(output, packet.Id, packet, PacketPayloadWriter<TPacket>.Instance, format);
    }

    /// <summary>Writes a packet to <paramref name="output"/>.</summary>
    /// <param name="output">The buffer writer. It is advanced once, by the size of the packet.</param>
    /// <param name="id">The packet's id.</param>
    /// <param name="builder">A finished builder, whose payload is copied.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <returns>The size of the packet in bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> or <paramref name="builder"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">The builder is not finished.</exception>
    public static int Write(IBufferWriter<byte> output, uint id, FlatBufferBuilder builder, PacketFormat? format = null) =>
        Write(output, id, FinishedPayload.Of(builder).AsSpan(), format);

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

    /// <summary>Writes a value as a packet to <paramref name="output"/>, directly into its memory.</summary>
    /// <typeparam name="TMessage">The type of the value.</typeparam>
    /// <param name="output">The buffer writer. It is advanced once, by the size of the packet.</param>
    /// <param name="id">The packet's id.</param>
    /// <param name="message">The value.</param>
    /// <param name="writer">Writes the value as a payload. It must not use <paramref name="output"/>, whose memory it writes to.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <returns>The size of the packet in bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> or <paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">The writer's upper bound is negative, or it wrote more than that.</exception>
    public static int Write<TMessage>(
        IBufferWriter<byte> output, uint id, in TMessage message, IPayloadWriter<TMessage> writer, PacketFormat? format = null)
    {
        if (output is null)
        {
            Throw.ArgumentNull(nameof(output));
        }

        format ??= PacketFormat.Default;
        int promised = GetMaxSize(message, writer);

        // The upper bound may exceed the limit of the format. Only the size that was written is validated.
        Span<byte> destination = output.GetSpan((int)Math.Min((long)format.HeaderSize + promised, int.MaxValue));
        int size = Encode(destination, id, message, writer, promised, format);
        output.Advance(size);
        return size;
    }

    /// <summary>Gets a payload writer's upper bound in bytes.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">The upper bound is negative.</exception>
    internal static int GetMaxSize<TMessage>(in TMessage message, IPayloadWriter<TMessage> writer)
    {
        if (writer is null)
        {
            Throw.ArgumentNull(nameof(writer));
        }

        int promised = writer.GetMaxSize(message);
        if (promised < 0)
        {
            Throw.NegativePromise(promised);
        }

        return promised;
    }

    /// <summary>Writes a payload, without a header.</summary>
    /// <returns>The size of the payload in bytes.</returns>
    /// <exception cref="InvalidOperationException">The writer wrote more than <paramref name="promised"/> bytes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int WritePayload<TMessage>(Span<byte> destination, in TMessage message, IPayloadWriter<TMessage> writer, int promised)
    {
        int written = writer.Write(message, destination);
        if ((uint)written > (uint)promised)
        {
            Throw.SizeOutsidePromise(written, promised);
        }

        return written;
    }

    private static int Encode<TMessage>(
        Span<byte> destination, uint id, in TMessage message, IPayloadWriter<TMessage> writer, int promised, PacketFormat format)
    {
        int written = WritePayload(destination.Slice(format.HeaderSize), message, writer, promised);
        format.WriteHeader(destination, id, written);
        return format.HeaderSize + written;
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
