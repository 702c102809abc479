using Codec.Packets.HeaderWriters;

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
    public ArraySegment<byte> WriteHeader(PacketFormat? format = null) =>
        format is null ? WriteHeader(default(UnalignedStoreHeaderWriter)) : WriteOtherHeader(_builder, Id, _size, format);

    /// <summary>Writes a header of the default format in front of the payload, with a given header writer.</summary>
    /// <typeparam name="TWriter">The header writer's type: a struct, so that it is called directly.</typeparam>
    /// <param name="writer">Writes the header.</param>
    /// <inheritdoc cref="WriteHeader(PacketFormat)" path="/returns"/>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is above 65,535.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ArraySegment<byte> WriteHeader<TWriter>(TWriter writer)
        where TWriter : struct, IPacketHeaderWriter
    {
        ByteBuffer buffer = _builder.DataBuffer;
        int start = buffer.Position - PacketHeader.ByteCount;
        if (start < 0 || (Id | (uint)_size) > ushort.MaxValue)
        {
            return WriteOtherHeader(_builder, Id, _size, PacketFormat.Default);
        }

        ArraySegment<byte> packet = buffer.ToArraySegment(start, PacketHeader.ByteCount + _size);
        writer.Write(packet.Array!, start, new PacketHeader((ushort)Id, (ushort)_size));
        return packet;
    }

    // Static: if the address of the packet were taken, its fields would not be in registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ArraySegment<byte> WriteOtherHeader(FlatBufferBuilder builder, uint id, int size, PacketFormat format)
    {
        ArraySegment<byte> packet = FinishedBuilder.Reserve(builder, size, format.HeaderSize);
        format.WriteHeader(packet.AsSpan(), id, size);
        return packet;
    }

    int IPacket.GetMaxByteCount() => _size;

    bool IPacket.TryWrite(Span<byte> destination, out int written)
    {
        bool fits = Payload.TryCopyTo(destination);
        written = fits ? _size : 0;
        return fits;
    }
}
