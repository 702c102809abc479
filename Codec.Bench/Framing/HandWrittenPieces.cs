namespace Codec.Bench.Framing;

/// <summary>
/// The baseline for bytes in pieces: a hand-written loop that decodes in place, and copies only a packet that is cut. It validates only lengths.
/// </summary>
/// <param name="cut">Memory for the longest packet.</param>
public struct HandWrittenPieces(byte[] cut)
{
    private int _kept;

    /// <summary>Decodes the packets that end in a piece, and returns the sum of their ids and first payload bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long Read(byte[] data, int start, int end)
    {
        long sum = 0;
        if (_kept > 0)
        {
            if (_kept < 4)
            {
                int header = Math.Min(4 - _kept, end - start);
                data.AsSpan(start, header).CopyTo(cut.AsSpan(_kept));
                _kept += header;
                start += header;
                if (_kept < 4)
                {
                    return 0;
                }
            }

            int missing = 4 + BinaryPrimitives.ReadUInt16LittleEndian(cut) - _kept;
            int taken = Math.Min(missing, end - start);
            data.AsSpan(start, taken).CopyTo(cut.AsSpan(_kept));
            _kept += taken;
            start += taken;
            if (taken < missing)
            {
                return 0;
            }

            sum = BinaryPrimitives.ReadUInt16LittleEndian(cut.AsSpan(2)) + cut[4];
        }

        sum += PacketData.HandWrittenLoop(data, ref start, end - start);
        _kept = end - start;
        data.AsSpan(start, _kept).CopyTo(cut);
        return sum;
    }

    /// <summary>Decodes the packets that end in the segments of a sequence.</summary>
    public long Read(ReadOnlySequence<byte> sequence)
    {
        long sum = 0;
        foreach (ReadOnlyMemory<byte> segment in sequence)
        {
            MemoryMarshal.TryGetArray(segment, out ArraySegment<byte> piece);
            sum += Read(piece.Array!, piece.Offset, piece.Offset + piece.Count);
        }

        return sum;
    }
}
