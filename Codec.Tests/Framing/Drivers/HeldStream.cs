using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Tests.Framing.Drivers;

/// <summary>A stream whose reads end when it is told, whoever cancels them and even where it is closed.</summary>
[SuppressMessage("Performance", "CA1844:Provide memory-based overrides of async methods when subclassing 'Stream'", Justification = ".NET Framework has none to override.")]
public sealed class HeldStream(byte[] bytes) : TestStream
{
    private readonly TaskCompletionSource<int> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private bool _isRead;

    public bool IsClosed { get; private set; }

    /// <summary>Gets whether a read has begun.</summary>
    public bool IsRead => Volatile.Read(ref _isRead);

    public override bool CanWrite => false;

    public void Answer() => _answer.SetResult(bytes.Length);

    public void Fail(Exception exception) => _answer.SetException(exception);

    public override int Read(byte[] buffer, int offset, int count) => ReadAsync(buffer, offset, count, CancellationToken.None).GetAwaiter().GetResult();

    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Volatile.Write(ref _isRead, true);
        int length = await _answer.Task.ConfigureAwait(false);
        bytes.CopyTo(buffer, offset);
        return length;
    }

    protected override void Dispose(bool disposing)
    {
        IsClosed = true;
        base.Dispose(disposing);
    }
}
