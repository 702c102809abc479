using System.IO.Pipelines;

namespace Codec.Bench.Framing;

/// <summary>
/// An endless pipe over bytes in memory: each read returns one more chunk, and the first chunk follows the last one. As in a
/// <see cref="Pipe"/>, bytes that were not consumed are returned again, and the segments of consumed bytes are reused.
/// </summary>
/// <remarks>
/// This measures a reader without the cost of feeding a pipe. That would be a copy of every byte, which for packets of 1 KB takes four times as
/// long as the loop that readers are compared with.
/// </remarks>
public sealed class ChunkPipeReader(byte[] data, int chunkSize) : PipeReader
{
    private ChunkSegment? _unused;
    private ChunkSegment? _first;
    private ChunkSegment? _last;
    private int _firstIndex;
    private int _dataOffset;
    private long _runningIndex;

    public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
    {
        ChunkSegment at = (ChunkSegment)consumed.GetObject()!;
        int index = consumed.GetInteger();
        while (_first != at)
        {
            DropFirst();
        }

        if (index == at.Memory.Length)
        {
            DropFirst();
            index = 0;
        }

        _firstIndex = index;
    }

    // No read is ever pending.
    public override void CancelPendingRead()
    {
    }

    public override void Complete(Exception? exception = null)
    {
    }

    public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
    {
        TryRead(out ReadResult result);
        return new ValueTask<ReadResult>(result);
    }

    public override bool TryRead(out ReadResult result)
    {
        int count = Math.Min(chunkSize, data.Length - _dataOffset);
        ChunkSegment segment = _unused ?? new ChunkSegment();
        _unused = segment.NextChunk;
        segment.Hold(data.AsMemory(_dataOffset, count), _runningIndex);
        _runningIndex += count;
        _dataOffset += count;
        if (_dataOffset == data.Length)
        {
            _dataOffset = 0;
        }

        if (_first is null)
        {
            _first = segment;
        }
        else
        {
            _last!.NextChunk = segment;
        }

        _last = segment;
        result = new ReadResult(
            new ReadOnlySequence<byte>(_first, _firstIndex, segment, count), isCanceled: false, isCompleted: false);
        return true;
    }

    private void DropFirst()
    {
        ChunkSegment dropped = _first!;
        _first = dropped.NextChunk;
        dropped.NextChunk = _unused;
        _unused = dropped;
    }
}
