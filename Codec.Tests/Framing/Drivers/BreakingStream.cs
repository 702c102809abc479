using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Tests.Framing.Drivers;

/// <summary>A stream that gives its bytes and then fails at once, without waiting.</summary>
[SuppressMessage("Performance", "CA1844:Provide memory-based overrides of async methods when subclassing 'Stream'", Justification = ".NET Framework has none to override.")]
public sealed class BreakingStream(byte[] bytes, Exception failure) : TestStream
{
    private bool _isRead;

    public override bool CanWrite => false;

    public override int Read(byte[] buffer, int offset, int count)
    {
        if (_isRead)
        {
            throw failure;
        }

        _isRead = true;
        bytes.CopyTo(buffer, offset);
        return bytes.Length;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        Task.FromResult(Read(buffer, offset, count));
}
