using System.Threading.Tasks.Sources;

namespace Codec.Framing;

/// <summary>The reusable task of a reader's pending read. An async method would allocate its state with each wait on netstandard.</summary>
internal class PacketWait : IValueTaskSource<PacketReadResult>
{
    private ManualResetValueTaskSourceCore<PacketReadResult> _source;

    /// <summary>Gets the token of the wait.</summary>
    internal CancellationToken Cancellation { get; private set; }

    /// <summary>Gets the number of the wait for its task.</summary>
    private protected short Version => _source.Version;

    /// <summary>Begins a wait. The task of the wait before it must have ended.</summary>
    internal ValueTask<PacketReadResult> Begin(CancellationToken cancellationToken)
    {
        Cancellation = cancellationToken;
        _source.Reset();
        return new ValueTask<PacketReadResult>(this, _source.Version);
    }

    internal virtual void End(in PacketReadResult result, Exception? failure)
    {
        if (failure is null)
        {
            _source.SetResult(result);
        }
        else
        {
            _source.SetException(failure);
        }
    }

    public PacketReadResult GetResult(short token) => _source.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _source.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);
}
