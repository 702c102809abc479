using System;
using System.Buffers;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Bench.Framing;

/// <summary>A pipe whose every read has one chunk more: what a reader costs, without what a pipe costs.</summary>
public sealed class ChunkPipeReader(ChunkSegment first) : PipeReader
{
    private ChunkSegment? _last;
    private SequencePosition _start = new(first, 0);

    /// <summary>Starts again with the first chunk.</summary>
    public void Rewind()
    {
        _last = null;
        _start = new SequencePosition(first, 0);
    }

    public override void AdvanceTo(SequencePosition consumed) => _start = consumed;

    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined) => _start = consumed;

    public override void CancelPendingRead() => throw new NotSupportedException();

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
        _last = _last is null ? first : _last.NextChunk ?? _last;
        ChunkSegment start = (ChunkSegment)_start.GetObject()!;
        result = new ReadResult(
            new ReadOnlySequence<byte>(start, _start.GetInteger(), _last, _last.Memory.Length), isCanceled: false, isCompleted: _last.NextChunk is null);
        return true;
    }
}
