using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>Takes packets off the front of a sequence, whatever its segments, in place.</summary>
/// <remarks>
/// After <see cref="OperationStatus.NeedMoreData"/>, <see cref="Consumed"/> says where the incomplete packet starts: the next sequence has
/// to start there. Allocates nothing; not safe for use by several threads at once.
/// </remarks>
public ref struct SequencePacketReader
{
    private readonly PacketFormat _format;
    private readonly int _fastMaxPayloadSize;
    private readonly long _length;
    private SequenceCursor _cursor;
    private ReadOnlySpan<byte> _span;
    private int _offset;

    /// <summary>Makes a reader for one sequence.</summary>
    /// <param name="source">Bytes that start at a packet's header.</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    public SequencePacketReader(in ReadOnlySequence<byte> source, PacketFormat? format = null)
    {
        _format = format ?? PacketFormat.Default;
        _fastMaxPayloadSize = _format.FastMaxPayloadSize;
        _cursor = new SequenceCursor(source);
        _span = _cursor.Memory.Span;
        _offset = 0;
        _length = source.Length;
    }

    /// <summary>The bytes of all packets read so far.</summary>
    public readonly long Consumed
    {
        get
        {
            SequenceCursor cursor = _cursor;
            cursor.Offset = _offset;
            return _length - cursor.Remaining;
        }
    }

    /// <summary>Takes the next packet.</summary>
    /// <param name="packet">The packet, over the sequence's memory.</param>
    /// <param name="error">What is wrong or missing; <see cref="PacketError.None"/> with a packet.</param>
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

        // Through a second variable: the caller's packet then never has its address taken, and stays in registers.
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
