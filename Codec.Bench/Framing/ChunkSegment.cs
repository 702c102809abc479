using System;
using System.Buffers;

namespace Codec.Bench.Framing;

/// <summary>A part of an array as a segment of a sequence.</summary>
public sealed class ChunkSegment : ReadOnlySequenceSegment<byte>
{
    private ChunkSegment(ReadOnlyMemory<byte> memory, long runningIndex)
    {
        Memory = memory;
        RunningIndex = runningIndex;
    }

    public ChunkSegment? NextChunk => (ChunkSegment?)Next;

    /// <summary>The array in segments of one size, the first and the last of them.</summary>
    public static (ChunkSegment First, ChunkSegment Last) Split(byte[] data, int size)
    {
        ChunkSegment first = new(data.AsMemory(0, Math.Min(size, data.Length)), 0);
        ChunkSegment last = first;
        for (int offset = size; offset < data.Length; offset += size)
        {
            ChunkSegment next = new(data.AsMemory(offset, Math.Min(size, data.Length - offset)), offset);
            last.Next = next;
            last = next;
        }

        return (first, last);
    }
}
