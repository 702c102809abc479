using System;
using System.Runtime.CompilerServices;
using Codec.Packets;
using Codec.Packets.HeaderWriters;
using Google.FlatBuffers;

namespace Codec.FlatBuffers;

/// <summary>A message whose payload is in a finished <see cref="FlatBufferBuilder"/>: <c>connection.SendAsync(builder.AsPacket(5))</c>.</summary>
/// <remarks>
/// Valid until the builder is cleared or written to. A sender copies the payload from the builder's memory directly into its own. The default value cannot be sent.
/// </remarks>
public readonly struct FlatBufferPacket : IPacket
{
    private readonly FlatBufferBuilder _builder;
    private readonly int _size;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal FlatBufferPacket(FlatBufferBuilder builder, uint id)
    {
        if (builder is null)
        {
            Throw.ArgumentNull(nameof(builder));
        }

        _size = FinishedBuilder.PayloadSize(builder);
        _builder = builder;
        Id = id;
    }

    /// <inheritdoc/>
    public uint Id { get; }

    /// <summary>Gets the payload, in the builder's memory.</summary>
    public ReadOnlySpan<byte> Payload => FinishedBuilder.Reserve(_builder, _size, headroom: 0);

    /// <summary>Writes the header in front of the payload, into the builder's memory, so that the payload is not copied.</summary>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <returns>The packet, in the builder's memory, which grows once if too few bytes are free in front of the payload.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ArraySegment<byte> WriteHeader(PacketFormat? format = null) => format is null && (Id | (uint)_size) <= ushort.MaxValue
        ? WriteHeader(default(UnalignedStoreHeaderWriter))
        : WriteOtherHeader(format ?? PacketFormat.Default);

    /// <summary>Writes a header of the default format in front of the payload, with a given header writer.</summary>
    /// <typeparam name="TWriter">The header writer's type: a struct, so that it is called directly.</typeparam>
    /// <param name="writer">Writes the header.</param>
    /// <inheritdoc cref="WriteHeader(PacketFormat)" path="/returns"/>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is above 65,535.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ArraySegment<byte> WriteHeader<TWriter>(TWriter writer)
        where TWriter : struct, IPacketHeaderWriter
    {
        if ((Id | (uint)_size) > ushort.MaxValue)
        {
            return WriteOtherHeader(PacketFormat.Default);
        }

        ArraySegment<byte> packet = FinishedBuilder.Reserve(_builder, _size, PacketHeader.ByteCount);
        writer.Write(packet.Array!, packet.Offset, new PacketHeader((ushort)Id, (ushort)_size));
        return packet;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ArraySegment<byte> WriteOtherHeader(PacketFormat format)
    {
        ArraySegment<byte> packet = FinishedBuilder.Reserve(_builder, _size, format.HeaderSize);
        format.WriteHeader(packet.AsSpan(), Id, _size);
        return packet;
    }

    /// <inheritdoc/>
    int IPacket.GetMaxByteCount() => _size;

    /// <inheritdoc/>
    bool IPacket.TryWrite(Span<byte> destination, out int written)
    {
        bool fits = Payload.TryCopyTo(destination);
        written = fits ? _size : 0;
        return fits;
    }
}
