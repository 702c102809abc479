using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Tests.Framing.Drivers;

namespace Codec.Tests.Transport;

/// <summary>Fails each write once it was waited for, and throws where it is closed.</summary>
[SuppressMessage("Performance", "CA1844:Provide memory-based overrides of async methods when subclassing 'Stream'", Justification = ".NET Framework has none to override.")]
internal sealed class FailingStream : TestStream
{
    /// <summary>How often it was closed.</summary>
    public int Closed { get; private set; }

    public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        await Task.Delay(50, cancellationToken);
        throw new IOException("Broken.");
    }

    protected override void Dispose(bool disposing)
    {
        Closed++;
        base.Dispose(disposing);
        throw new IOException("Broken when closed.");
    }
}
