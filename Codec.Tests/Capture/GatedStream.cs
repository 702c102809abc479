using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Tests.Capture;

/// <summary>
/// A stream whose asynchronous reads and writes stay pending until <see cref="Open"/>, and use the caller's memory only then. It ignores
/// cancellation, and being closed.
/// </summary>
[SuppressMessage("Performance", "CA1844:Provide memory-based overrides of async methods when subclassing 'Stream'", Justification = ".NET Framework has none to override.")]
internal sealed class GatedStream(byte[] content) : Stream
{
    private readonly TaskCompletionSource<bool> _gate = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly MemoryStream _content = new(content);
    private readonly MemoryStream _written = new();

    public GatedStream()
        : this([])
    {
    }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public bool IsDisposed { get; private set; }

    /// <summary>Called by each write, before anything is written.</summary>
    public Action? OnWrite { get; set; }

    public byte[] Written => _written.ToArray();

    public void Open() => _gate.SetResult(true);

    public override int Read(byte[] buffer, int offset, int count) => _content.Read(buffer, offset, count);

    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        await _gate.Task.ConfigureAwait(false);
        return Read(buffer, offset, count);
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
        OnWrite?.Invoke();
        _written.Write(buffer, offset, count);
    }

    public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        await _gate.Task.ConfigureAwait(false);
        Write(buffer, offset, count);
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        IsDisposed = true;
        base.Dispose(disposing);
    }
}
