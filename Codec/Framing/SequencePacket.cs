using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>
/// A complete packet in memory that can have several segments. The packet does not own the memory, and nothing is copied unless a method says so.
/// </summary>
/// <remarks>Valid as long as the sequence that it was read from: from a <see cref="PacketReader"/>, until the next read.</remarks>
public readonly ref struct SequencePacket
{
    // The part of the packet in its first segment: all of it if the packet is contiguous.
    private readonly ReadOnlySpan<byte> _first;
    private readonly object? _owner;
    private readonly int _index;
    private readonly int _length;
    private readonly int _headerSize;
    private readonly uint _id;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal SequencePacket(ReadOnlySpan<byte> first, object? owner, int index, int length, uint id, int headerSize)
    {
        _first = first;
        _owner = owner;
        _index = index;
        _length = length;
        _id = id;
        _headerSize = headerSize;
    }

    /// <summary>Gets the packet's id.</summary>
    public uint Id => _id;

    /// <summary>Gets the size of the payload in bytes.</summary>
    public int PayloadSize => _length - _headerSize;

    /// <summary>Gets the size of the header in bytes.</summary>
    public int HeaderSize => _headerSize;

    /// <summary>Gets the size of the whole packet in bytes.</summary>
    public int Length => _length;

    /// <summary>Gets whether header and payload are in one segment.</summary>
    public bool IsContiguous
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _first.Length == _length;
    }

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

    /// <summary>Gets the payload, without the header, in the segments in which it was received.</summary>
    public ReadOnlySequence<byte> Payload => Raw.Slice(_headerSize);

    /// <summary>Gets the whole packet as it was received: header and payload.</summary>
    public ReadOnlySequence<byte> Raw => SequenceSlice.Create(_owner, _index, _length);

    /// <summary>Gets the first segment of the payload: all of the payload if it is contiguous, and empty only if the payload is empty.</summary>
    public ReadOnlySpan<byte> FirstPayloadSpan
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _first.Length > _headerSize || _length == _headerSize ? PayloadInFirst : FirstPayloadSpanBehind();
    }

    private ReadOnlySpan<byte> PayloadInFirst => _first.Length > _headerSize ? _first.Slice(_headerSize) : default;

    /// <summary>Returns the packet in contiguous memory.</summary>
    /// <param name="scratch">
    /// Memory of at least <see cref="Length"/> bytes, which is written only if the packet has several segments. It must be valid as long as the result is used.
    /// </param>
    /// <returns>The packet, over its own memory or over <paramref name="scratch"/>.</returns>
    /// <exception cref="ArgumentException">The packet is in several segments, and <paramref name="scratch"/> is too short for it.</exception>
    public Packet ToPacket(Span<byte> scratch)
    {
        if (IsContiguous)
        {
            return _owner is byte[] array ? new Packet(array, _index, _length, _id, _headerSize) : new Packet(_first, _id, _headerSize);
        }

        if (scratch.Length < _length)
        {
            Throw.ScratchTooShort(_length, scratch.Length);
        }

        Raw.CopyTo(scratch);
        return new Packet(scratch.Slice(0, _length), _id, _headerSize);
    }

    /// <summary>Returns the payload in contiguous memory.</summary>
    /// <param name="scratch">
    /// Memory of at least <see cref="PayloadSize"/> bytes, which is written only if the payload has several segments. It must be valid as long as the
    /// result is used.
    /// </param>
    /// <returns>The payload, in its own memory or in <paramref name="scratch"/>.</returns>
    /// <exception cref="ArgumentException">The payload is in several segments, and <paramref name="scratch"/> is too short for it.</exception>
    public ReadOnlySpan<byte> GetPayload(Span<byte> scratch)
    {
        ReadOnlySpan<byte> first = FirstPayloadSpan;
        if (first.Length == PayloadSize)
        {
            return first;
        }

        if (scratch.Length < PayloadSize)
        {
            Throw.ScratchTooShort(PayloadSize, scratch.Length);
        }

        Payload.CopyTo(scratch);
        return scratch.Slice(0, PayloadSize);
    }

    /// <summary>Copies the whole packet, header and payload.</summary>
    /// <param name="destination">The memory to copy to.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than <see cref="Length"/>.</exception>
    public void CopyTo(Span<byte> destination)
    {
        if (destination.Length < _length)
        {
            Throw.DestinationTooShort(_length, destination.Length);
        }

        Raw.CopyTo(destination);
    }

    /// <summary>Copies the packet into pooled memory that outlives this call.</summary>
    /// <returns>The copy. The caller must dispose it once.</returns>
    public PacketLease ToLease() => PacketLease.Copy(this);

    // A slice starts in the segment that contains its first byte, after empty segments.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<byte> FirstPayloadSpanBehind() => Payload.First.Span;
}
