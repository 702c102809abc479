using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Tests.Framing.Drivers;

namespace Codec.Tests.Transport;

/// <summary>Passes everything to another stream, until the test says that it takes nothing more.</summary>
/// <param name="inner">The stream; closed with this one.</param>
internal sealed class StallingStream(Stream inner) : TestStream
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

        await inner.WriteAsync(buffer, cancellationToken);
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        inner.ReadAsync(buffer, cancellationToken);

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _closed.TrySetResult();
            inner.Dispose();
        }

        base.Dispose(disposing);
    }
}
