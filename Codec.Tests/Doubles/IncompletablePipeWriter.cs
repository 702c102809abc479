namespace Codec.Tests.Doubles;

/// <summary>A pipe writer that throws when it is completed.</summary>
internal sealed class IncompletablePipeWriter : PipeWriter
{
    public override void Advance(int bytes)
    {
    }

    public override void CancelPendingFlush()
    {
    }

    public override void Complete(Exception? exception = null) => throw new IOException("Broken when completed.");

    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) => default;

    public override Memory<byte> GetMemory(int sizeHint = 0) => new byte[Math.Max(sizeHint, 1)];

    public override Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}
