using Codec.Packets;

namespace Codec.Framing;

/// <summary>A complete packet in contiguous memory. The packet does not own the memory, and nothing is copied.</summary>
/// <remarks>
/// Valid until the bytes that it was decoded from are overwritten or returned. If the decoder has a buffer, valid until the next call on the decoder. To keep
/// the packet, copy it, for example into a <see cref="PacketLease"/>.
/// </remarks>
public readonly ref struct Packet
{
    private readonly ReadOnlySpan<byte> _raw;
    private readonly byte[]? _array;
    private readonly int _arrayOffset;
    private readonly int _headerSize;
    private readonly uint _id;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Packet(ReadOnlySpan<byte> raw, uint id, int headerSize)
    {
        _raw = raw;
        _id = id;
        _headerSize = headerSize;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Packet(byte[] array, int offset, int length, uint id, int headerSize)
        : this(new ReadOnlySpan<byte>(array, offset, length), array, offset, id, headerSize)
    {
    }

    /// <summary>Creates a packet whose first byte is at an index of an array.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Packet(ReadOnlySpan<byte> raw, byte[] array, int offset, uint id, int headerSize)
    {
        _raw = raw;
        _array = array;
        _arrayOffset = offset;
        _id = id;
        _headerSize = headerSize;
    }

    /// <summary>Gets the packet's id.</summary>
    public uint Id => _id;

    /// <summary>Gets the payload, without the header.</summary>
    public ReadOnlySpan<byte> Payload
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _raw.Slice(_headerSize);
    }

    /// <summary>Gets the whole packet as it was received: header and payload. If a dispatcher unpacked it, gets the payload alone.</summary>
    public ReadOnlySpan<byte> Raw => _raw;

    /// <summary>Gets the size of the payload in bytes.</summary>
    public int PayloadSize => _raw.Length - _headerSize;

    /// <summary>Gets the size of the header in bytes; 0 if a dispatcher unpacked the payload.</summary>
    public int HeaderSize => _headerSize;

    /// <summary>Gets the id and the payload size as a header of the default format, for a packet of any format.</summary>
    /// <exception cref="InvalidOperationException">The id or the payload's size is above 65,535.</exception>
    public PacketHeader Header
    {
        get
        {
            if ((_id | (uint)PayloadSize) > ushort.MaxValue)
            {
                Throw.HeaderDoesNotFit(_id, PayloadSize);
            }

            return new PacketHeader((ushort)_id, (ushort)PayloadSize);
        }
    }

    /// <summary>Gets the index of the payload in <see cref="Array"/>.</summary>
    internal int PayloadOffset => _arrayOffset + _headerSize;

    /// <summary>Gets the array that the packet is a part of, or <see langword="null"/> if it was decoded from other memory.</summary>
    internal byte[]? Array => _array;

    /// <summary>Returns the payload as a part of its array, for APIs that take arrays.</summary>
    /// <param name="payload">
    /// The payload in its array, or the default value if the result is <see langword="false"/>. The owner of the packet's memory still owns the array.
    /// </param>
    /// <returns>
    /// <see langword="false"/> if the packet was decoded from a span, from memory that is not an array, or from a sequence that consists of
    /// <see cref="System.Buffers.ReadOnlySequenceSegment{T}"/> objects.
    /// </returns>
    public bool TryGetPayloadArray(out ArraySegment<byte> payload)
    {
        if (_array is null)
        {
            payload = default;
            return false;
        }

        payload = new ArraySegment<byte>(_array, PayloadOffset, PayloadSize);
        return true;
    }

    /// <summary>Copies the packet into pooled memory that outlives this call.</summary>
    /// <returns>The copy. The caller must dispose it once.</returns>
    public PacketLease ToLease() => PacketLease.Copy(this);
}
