namespace Codec.Tests.Doubles;

/// <summary>Forwards everything to another stream, until the test stops it.</summary>
/// <param name="inner">The stream; closed with this one.</param>
internal sealed class StallingStream(Stream inner) : WrappingStream(inner)
{
    private readonly TaskCompletionSource _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public bool IsStalled { get; set; }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (IsStalled)
        {
            await _closed.Task.WaitAsync(cancellationToken);
            throw new IOException("Closed while it took nothing.");
        }

        await Inner.WriteAsync(buffer, cancellationToken);
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _closed.TrySetResult();
        }

        base.Dispose(disposing);
    }
}
