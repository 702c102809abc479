using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Tests.Framing.Drivers;

/// <summary>A stream that reads the caller's memory late: asynchronous writes wait until the gate is open, and copy the bytes then.</summary>
[SuppressMessage("Performance", "CA1844:Provide memory-based overrides of async methods when subclassing 'Stream'", Justification = ".NET Framework has none to override.")]
internal sealed class GatedStream : TestStream
{
    private readonly TaskCompletionSource<bool> _gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly MemoryStream _written = new();

    public override bool CanRead => false;

    public byte[] Written => _written.ToArray();

    public void Open() => _gate.TrySetResult(true);

    public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        using (cancellationToken.Register(() => _gate.TrySetCanceled(cancellationToken)))
        {
            await _gate.Task.ConfigureAwait(false);
        }

        _written.Write(buffer, offset, count);
    }

    protected override void Dispose(bool disposing)
    {
        _written.Dispose();
        base.Dispose(disposing);
    }
}
