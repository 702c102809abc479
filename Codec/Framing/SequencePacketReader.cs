using Codec.Packets;

namespace Codec.Framing;

/// <summary>Reads packets from the start of a sequence, in place. A packet that spans segments is copied into one pooled array.</summary>
/// <remarks>
/// After <see cref="OperationStatus.NeedMoreData"/>, <see cref="Consumed"/> is the offset of the incomplete packet: the next sequence must start
/// there. Allocates nothing. Not thread-safe. <see cref="Dispose"/> returns the array, if a packet was copied.
/// </remarks>
public ref struct SequencePacketReader
{
    private readonly PacketFormat _format;
    private readonly int _fastMaxPayloadSize;
    private readonly long _length;

    // The part of the sequence from the start of _span on.
    private ReadOnlySequence<byte> _rest;
    private long _restLength;
    private ReadOnlySpan<byte> _span;
    private int _offset;
    private byte[]? _joined;

    /// <summary>Creates a reader for one sequence.</summary>
    /// <param name="source">Bytes that start at a packet's header.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    public SequencePacketReader(in ReadOnlySequence<byte> source, PacketFormat? format = null)
    {
        _format = format ?? PacketFormat.Default;
        _fastMaxPayloadSize = _format.FastMaxPayloadSize;
        _length = source.Length;
        MoveTo(source, _length);
    }

    /// <summary>Gets the size in bytes of all packets read so far.</summary>
    public readonly long Consumed => _length - Available;

    private readonly long Available => _restLength - _offset;

    /// <summary>Reads the next packet.</summary>
    /// <param name="packet">The packet, in the memory of the sequence or of the reader; valid until the next call.</param>
    /// <param name="error">The error, or the part that is missing; <see cref="PacketError.None"/> if there is a packet.</param>
    /// <returns>Whether there is a packet, more bytes are needed (<paramref name="error"/> says in which part), or the bytes are not a packet.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public OperationStatus Read(out Packet packet, out PacketError error)
    {
        ReadOnlySpan<byte> here = _span.Slice(_offset);
        if (PacketDecoder.TryReadFast(here, _fastMaxPayloadSize, out uint packed, out int length))
        {
            packet = new Packet(here.Slice(0, length), packed >> 16, PacketHeader.ByteCount);
            _offset += length;
            error = PacketError.None;
            return OperationStatus.Done;
        }

        // A second variable, so that the address of the caller's packet is never taken, and the packet stays in registers.
        PacketExtent extent = ReadOther(out Packet other);
        packet = other;
        error = extent.Error;
        return (OperationStatus)extent.Status;
    }

    /// <summary>Returns the memory of a copied packet to the pool. The packet is no longer valid. A second call is a no-op.</summary>
    public void Dispose()
    {
        if (_joined is not null)
        {
            ArrayPool<byte>.Shared.Return(_joined);
            _joined = null;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PacketExtent ReadOther(out Packet packet)
    {
        packet = default;
        PacketExtent extent = Measure();
        if (!extent.IsPacket)
        {
            return extent;
        }

        if (extent.Length <= _span.Length - _offset)
        {
            packet = new Packet(_span.Slice(_offset, extent.Length), extent.Id, _format.HeaderSize);
            _offset += extent.Length;
            return extent;
        }

        if (_joined is null || _joined.Length < extent.Length)
        {
            Dispose();
            _joined = ArrayPool<byte>.Shared.Rent(extent.Length);
        }

        SequencePosition end = CopyTo(_joined.AsSpan(0, extent.Length));
        packet = new Packet(_joined, 0, extent.Length, extent.Id, _format.HeaderSize);
        MoveTo(_rest.Slice(end), Available - extent.Length);
        return extent;
    }

    /// <summary>Copies the next bytes, and returns where they end. Slices by length would search for the segments again.</summary>
    private readonly SequencePosition CopyTo(Span<byte> target)
    {
        ReadOnlySpan<byte> piece = _span.Slice(_offset);
        SequencePosition start = _rest.Start;
        SequencePosition next = start;
        _rest.TryGet(ref next, out ReadOnlyMemory<byte> memory);
        while (piece.Length < target.Length)
        {
            piece.CopyTo(target);
            target = target.Slice(piece.Length);
            start = next;
            _rest.TryGet(ref next, out memory);
            piece = memory.Span;
        }

        piece.Slice(0, target.Length).CopyTo(target);
        return _rest.GetPosition(target.Length, start);
    }

    /// <summary>Measures the next packet. The reader may move to the start of a segment, but not past the packet.</summary>
    private PacketExtent Measure()
    {
        if (IsHeaderCut())
        {
            MoveTo(_rest.Slice(_offset), Available);
            if (IsHeaderCut())
            {
                Span<byte> header = stackalloc byte[PacketFormat.LargestHeaderSize];
                header = header.Slice(0, (int)Math.Min(_format.HeaderSize, Available));
                _rest.Slice(0, header.Length).CopyTo(header);
                return _format.Measure(header, Available);
            }
        }

        return _format.Measure(_span.Slice(_offset), Available);
    }

    private readonly bool IsHeaderCut() => _span.Length - _offset < _format.HeaderSize && _span.Length < _restLength;

    private void MoveTo(ReadOnlySequence<byte> rest, long length)
    {
        SequencePosition next = rest.Start;
        while (rest.First.IsEmpty && !rest.IsEmpty && rest.TryGet(ref next, out _))
        {
            rest = rest.Slice(next);
        }

        _rest = rest;
        _restLength = length;
        _span = rest.First.Span;
        _offset = 0;
    }
}
