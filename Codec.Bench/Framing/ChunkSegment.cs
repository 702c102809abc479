namespace Codec.Bench.Framing;

public sealed class ChunkSegment : ReadOnlySequenceSegment<byte>
{
    public ChunkSegment? NextChunk
    {
        get => (ChunkSegment?)Next;
        set => Next = value;
    }

    public void Hold(ReadOnlyMemory<byte> memory, long runningIndex)
    {
        Memory = memory;
        RunningIndex = runningIndex;
        Next = null;
    }

    /// <summary>Splits an array into segments of one size, and returns the first and the last of them.</summary>
    public static (ChunkSegment First, ChunkSegment Last) Split(byte[] data, int size)
    {
        ChunkSegment first = new();
        first.Hold(data.AsMemory(0, Math.Min(size, data.Length)), 0);
        ChunkSegment last = first;
        for (int offset = size; offset < data.Length; offset += size)
        {
            ChunkSegment next = new();
            next.Hold(data.AsMemory(offset, Math.Min(size, data.Length - offset)), offset);
            last.Next = next;
            last = next;
        }

        return (first, last);
    }
}
