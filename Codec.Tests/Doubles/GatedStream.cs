using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Tests.Doubles;

/// <summary>
/// A stream whose asynchronous reads and writes stay pending until <see cref="Open"/>, and use the caller's memory only then. Closing it ends
/// none of them, and cancellation does only if <see cref="IsCancelable"/>.
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

    /// <summary>Whether cancellation ends what is pending.</summary>
    public bool IsCancelable { get; set; }

    public void Open() => _gate.SetResult(true);

    /// <summary>Ends what is pending with an exception.</summary>
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
