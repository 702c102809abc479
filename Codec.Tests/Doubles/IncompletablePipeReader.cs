namespace Codec.Tests.Doubles;

/// <summary>Forwards everything to another pipe reader, except that it throws when it is completed.</summary>
internal sealed class IncompletablePipeReader(PipeReader inner) : PipeReader
{
    public override void AdvanceTo(SequencePosition consumed) => inner.AdvanceTo(consumed);

    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined) => inner.AdvanceTo(consumed, examined);

    public override void CancelPendingRead() => inner.CancelPendingRead();

    public override void Complete(Exception? exception = null) => throw new IOException("Broken when completed.");

    public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default) => inner.ReadAsync(cancellationToken);

    public override bool TryRead(out ReadResult result) => inner.TryRead(out result);
}
