using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Tests.Framing.Drivers;

/// <summary>A stream that takes so many bytes and then throws.</summary>
[SuppressMessage("Performance", "CA1844:Provide memory-based overrides of async methods when subclassing 'Stream'", Justification = ".NET Framework has none to override.")]
public sealed class FailingStream(int bytesUntilFailure) : TestStream
{
    public int BytesUntilFailure { get; set; } = bytesUntilFailure;

    public int Written { get; private set; }

    public bool FailsToFlush { get; set; }

    public bool IsClosed { get; private set; }

    public override bool CanRead => false;

    public override void Write(byte[] buffer, int offset, int count)
    {
        int taken = Math.Min(count, BytesUntilFailure);
        Written += taken;
        BytesUntilFailure -= taken;
        if (taken < count)
        {
            throw new IOException("The stream is full.");
        }
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Write(buffer, offset, count);
        return Task.CompletedTask;
    }

    public override void Flush()
    {
        if (FailsToFlush)
        {
            throw new IOException("The stream does not flush.");
        }
    }

    protected override void Dispose(bool disposing)
    {
        IsClosed = true;
        base.Dispose(disposing);
    }
}
