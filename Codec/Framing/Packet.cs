using System;
using System.Runtime.CompilerServices;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>One whole packet in contiguous memory that somebody else owns; nothing is copied.</summary>
/// <remarks>
/// Valid as long as the bytes that it was decoded from stay as they are: until the source is overwritten or returned, or, from a decoder
/// with a buffer, until the next call on that decoder. What has to live longer is copied, into a <see cref="PacketLease"/> for instance.
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

    /// <summary>A packet whose first byte lies at an index of an array.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Packet(ReadOnlySpan<byte> raw, byte[] array, int offset, uint id, int headerSize)
    {
        _raw = raw;
        _array = array;
        _arrayOffset = offset;
        _id = id;
        _headerSize = headerSize;
    }

    /// <summary>What kind of packet this is.</summary>
    public uint Id => _id;

    /// <summary>The payload, without the header.</summary>
    public ReadOnlySpan<byte> Payload
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _raw.Slice(_headerSize);
    }

    /// <summary>The whole packet as it was received: header and payload. The payload alone if a dispatcher unpacked it.</summary>
    public ReadOnlySpan<byte> Raw => _raw;

    /// <summary>The bytes of the payload.</summary>
    public int PayloadSize => _raw.Length - _headerSize;

    /// <summary>The bytes of the header; 0 if a dispatcher unpacked the payload.</summary>
    public int HeaderSize => _headerSize;

    /// <summary>Id and payload size as the default format's header says them, whatever the format that the packet came in.</summary>
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

    /// <summary>The payload as a part of the array that it lies in, for APIs that take arrays.</summary>
    /// <param name="payload">The payload's place, still owned by whoever owns the packet's memory; default if the result is <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if the packet was decoded from a span, from memory that is not an array, or from a segment of a sequence, whatever that is over.</returns>
    public bool TryGetPayloadArray(out ArraySegment<byte> payload)
    {
        if (_array is null)
        {
            payload = default;
            return false;
        }

        payload = new ArraySegment<byte>(_array, _arrayOffset + _headerSize, PayloadSize);
        return true;
    }

    /// <summary>Copies the packet into pooled memory that outlives this call.</summary>
    /// <returns>The copy; the caller disposes it once.</returns>
    public PacketLease ToLease() => PacketLease.Copy(this);
}
