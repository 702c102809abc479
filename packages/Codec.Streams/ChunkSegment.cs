namespace Codec.Streams;

internal sealed class ChunkSegment : ReadOnlySequenceSegment<byte>
{
    internal ChunkSegment(ReadOnlyMemory<byte> memory, long start) => (Memory, RunningIndex) = (memory, start);

    internal ChunkSegment Append(ReadOnlyMemory<byte> memory)
    {
        ChunkSegment next = new(memory, RunningIndex + Memory.Length);
        Next = next;
        return next;
    }
}
