namespace Codec.Tests.Doubles;

/// <summary>
/// A stream whose asynchronous reads and writes stay pending until <see cref="Open"/>, and use the caller's memory only then. Closing it ends
/// none of them. Cancellation ends them only if <see cref="IsCancelable"/> is true.
/// </summary>
internal sealed class GatedStream(byte[] content) : RecordingStream
{
    private readonly TaskCompletionSource<bool> _gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly MemoryStream _content = new(content);

    public GatedStream()
        : this([])
    {
    }

    public override bool CanRead => true;

    /// <summary>Gets or sets whether cancellation ends pending calls.</summary>
    public bool IsCancelable { get; set; }

    public void Open() => _gate.SetResult(true);

    /// <summary>Ends the pending calls with an exception.</summary>
    public void Fail(Exception exception) => _gate.SetException(exception);

    public override int Read(byte[] buffer, int offset, int count) => _content.Read(buffer, offset, count);

    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        await WaitAsync(cancellationToken).ConfigureAwait(false);
        return Read(buffer, offset, count);
    }

    public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        await WaitAsync(cancellationToken).ConfigureAwait(false);
        Write(buffer, offset, count);
    }

    private async Task WaitAsync(CancellationToken cancellationToken)
    {
        using (IsCancelable ? cancellationToken.Register(() => _gate.TrySetCanceled(cancellationToken)) : default)
        {
            await _gate.Task.ConfigureAwait(false);
        }
    }
}
