namespace Codec.Capture;

/// <summary>The memory of a <see cref="TcpStream"/>: segments that arrived too early, and a decoder with the bytes in order.</summary>
internal sealed class ReassemblyBuffer(PacketFormat format, int maxGap) : IDisposable
{
    /// <summary>The memory of a kept segment besides its bytes: a node of a tree and the header of an array, in bytes.</summary>
    private const int SegmentOverhead = 80;

    private readonly PacketFormat _format = format;
    private readonly int _maxGap = maxGap;

    // Segments that arrived before the bytes in front of them. The key is the offset in the stream.
    private readonly SortedDictionary<long, byte[]> _outOfOrder = [];
    private int _aheadBytes;
    private PacketPushDecoder? _decoder;

    internal bool HasOutOfOrder => _outOfOrder.Count > 0;
    internal bool HasPartialPacket => _decoder is { BufferedBytes: > 0 };
    internal PacketHint Hint => _decoder?.Hint ?? PacketHint.None;

    /// <summary>Drops the bytes and returns their memory. The buffer can then be used again.</summary>
    public void Dispose()
    {
        _outOfOrder.Clear();
        _aheadBytes = 0;
        _decoder?.Dispose();
        _decoder = null;
    }

    /// <summary>Keeps a segment that is too early. If it does not fit, bytes are missing in the capture.</summary>
    /// <param name="position">The offset of the next expected byte.</param>
    /// <param name="distance">The distance of the segment from that byte, in bytes.</param>
    /// <param name="bytes">The captured bytes.</param>
    internal bool TryKeep(long position, int distance, ReadOnlySpan<byte> bytes)
    {
        int size = bytes.Length + SegmentOverhead;
        if (distance > _maxGap || _aheadBytes > _maxGap - size)
        {
            return false;
        }

        long key = position + distance;
        if (_outOfOrder.TryGetValue(key, out byte[]? same))
        {
            if (same.Length >= bytes.Length)
            {
                return true;
            }

            _aheadBytes -= same.Length + SegmentOverhead;
        }

        _outOfOrder[key] = bytes.ToArray();
        _aheadBytes += size;
        return true;
    }

    /// <summary>Removes the first kept segment, if the bytes in front of it have arrived.</summary>
    internal bool TryRemoveKept(long position, out int distance, out ReadOnlySpan<byte> bytes)
    {
        distance = 0;
        bytes = default;
        if (_outOfOrder.Count == 0)
        {
            return false;
        }

        KeyValuePair<long, byte[]> first = _outOfOrder.First();
        if (first.Key > position)
        {
            return false;
        }

        _outOfOrder.Remove(first.Key);
        _aheadBytes -= first.Value.Length + SegmentOverhead;
        distance = (int)(first.Key - position);
        bytes = first.Value;
        return true;
    }

    internal bool TryAppend(ReadOnlySpan<byte> bytes)
    {
        // The decoder contains at most the bytes after a gap, the start of one packet, and one segment.
        _decoder ??= new PacketPushDecoder(_format, (int)Math.Min((long)_maxGap + _format.MaxPacketSize + ushort.MaxValue, int.MaxValue));
        return _decoder.TryAppend(bytes);
    }

    internal OperationStatus Take(out Packet packet, out PacketError error)
    {
        packet = default;
        error = PacketError.None;
        if (_decoder is null)
        {
            return OperationStatus.NeedMoreData;
        }

        ReadOnlySpan<byte> none = default;
        OperationStatus status = _decoder.Read(ref none, out packet);
        error = _decoder.Error;
        return status;
    }

    internal PacketError Complete() => _decoder is null ? PacketError.None : _decoder.Complete();
}
