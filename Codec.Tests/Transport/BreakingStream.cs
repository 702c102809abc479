using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Tests.Framing.Drivers;

namespace Codec.Tests.Transport;

/// <summary>Takes each write when the test says so, and breaks off in the middle of the last one.</summary>
[SuppressMessage("Performance", "CA1844:Provide memory-based overrides of async methods when subclassing 'Stream'", Justification = ".NET Framework has none to override.")]
public sealed class BreakingStream(int wholeWrites) : TestStream
{
    private readonly SemaphoreSlim _begun = new(0);
    private readonly SemaphoreSlim _allowed = new(0);
    private readonly MemoryStream _taken = new();
    private int _writes;

    /// <summary>The bytes of the writes that did not fail.</summary>
    public int WholeBytes { get; private set; }

    /// <summary>What the peer has, of the broken write too.</summary>
    public byte[] Taken => _taken.ToArray();

    /// <summary>Waits for the next write to begin.</summary>
    public async Task WriteBegins(TimeSpan limit)
    {
        if (!await _begun.WaitAsync(limit))
        {
            throw new TimeoutException("Nothing is written.");
        }
    }

    /// <summary>Lets the write under way end.</summary>
    public void EndWrite() => _allowed.Release();

    public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        _begun.Release();
        await _allowed.WaitAsync(cancellationToken);
        if (_writes++ == wholeWrites)
        {
            _taken.Write(buffer, offset, count / 2);
            throw new IOException("Broken.");
        }

        _taken.Write(buffer, offset, count);
        WholeBytes += count;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _begun.Dispose();
            _allowed.Dispose();
            _taken.Dispose();
        }

        base.Dispose(disposing);
    }
}
