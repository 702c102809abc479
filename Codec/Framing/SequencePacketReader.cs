using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>Reads packets from the start of a sequence, in place, independent of its segments.</summary>
/// <remarks>
/// After <see cref="OperationStatus.NeedMoreData"/>, <see cref="Consumed"/> is the offset of the incomplete packet: the next sequence must start
/// there. Allocates nothing. Not thread-safe.
/// </remarks>
public ref struct SequencePacketReader
{
    private readonly PacketFormat _format;
    private readonly int _fastMaxPayloadSize;
    private readonly long _length;
    private SequenceCursor _cursor;
    private ReadOnlySpan<byte> _span;
    private int _offset;

    /// <summary>Creates a reader for one sequence.</summary>
    /// <param name="source">Bytes that start at a packet's header.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    public SequencePacketReader(in ReadOnlySequence<byte> source, PacketFormat? format = null)
    {
        _format = format ?? PacketFormat.Default;
        _fastMaxPayloadSize = _format.FastMaxPayloadSize;
        _cursor = new SequenceCursor(source);
        _span = _cursor.Memory.Span;
        _offset = 0;
        _length = source.Length;
    }

    /// <summary>Gets the size in bytes of all packets read so far.</summary>
    public readonly long Consumed
    {
        get
        {
            SequenceCursor cursor = _cursor;
            cursor.Offset = _offset;
            return _length - cursor.Remaining;
        }
    }

    /// <summary>Reads the next packet.</summary>
    /// <param name="packet">The packet, in the memory of the sequence.</param>
    /// <param name="error">The error, or the part that is missing; <see cref="PacketError.None"/> if there is a packet.</param>
    /// <returns>
    /// Whether there is a packet, more bytes are needed (<paramref name="error"/> says in which part), or the bytes are not a packet.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public OperationStatus Read(out SequencePacket packet, out PacketError error)
    {
        ReadOnlySpan<byte> rest = _span.Slice(_offset);
        if (PacketDecoder.TryReadFast(rest, _fastMaxPayloadSize, out uint packed, out int length))
        {
            packet = new SequencePacket(
                rest.Slice(0, length), _cursor.Owner, _cursor.OwnerIndex + _offset, length, packed >> 16, PacketHeader.ByteCount);
            _offset += length;
            error = PacketError.None;
            return OperationStatus.Done;
        }

        // A second variable: so the address of the caller's packet is never taken, and the packet stays in registers.
        PacketExtent extent = ReadOther(out SequencePacket other);
        packet = other;
        error = extent.Error;
        return (OperationStatus)extent.Status;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PacketExtent ReadOther(out SequencePacket packet)
    {
        _cursor.Offset = _offset;
        PacketExtent extent = _cursor.Measure(_format);
        packet = default;
        if (extent.IsPacket)
        {
            ReadOnlySpan<byte> first = _cursor.Memory.Span.Slice(_cursor.Offset);
            packet = new SequencePacket(
                first.Slice(0, Math.Min(first.Length, extent.Length)),
                _cursor.Owner,
                _cursor.OwnerIndex + _cursor.Offset,
                extent.Length,
                extent.Id,
                _format.HeaderSize);
            _cursor.Advance(extent.Length);
        }

        _span = _cursor.Memory.Span;
        _offset = _cursor.Offset;
        return extent;
    }
}
