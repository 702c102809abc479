using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
using System.Threading.Tasks;
using Codec.Tests.Framing.Drivers;

namespace Codec.Tests.Transport;

/// <summary>Gives some bytes and then waits; closing it on this side ends the wait as if the peer had ended the stream.</summary>
[SuppressMessage("Performance", "CA1844:Provide memory-based overrides of async methods when subclassing 'Stream'", Justification = ".NET Framework has none to override.")]
internal sealed class EndingStream(byte[] bytes) : TestStream
{
    private readonly TaskCompletionSource<int> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _position;

    public bool IsClosed => _end.Task.IsCompleted;

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        int given = Math.Min(count, bytes.Length - _position);
        Array.Copy(bytes, _position, buffer, offset, given);
        _position += given;
        return given > 0 ? Task.FromResult(given) : _end.Task;
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
    }

    protected override void Dispose(bool disposing)
    {
        _end.TrySetResult(0);
        base.Dispose(disposing);
    }
}
