using System.Threading.Tasks.Sources;

namespace Codec.Bench.Transport;

/// <summary>Starts one round of a loop that runs for the whole benchmark, without allocating.</summary>
internal sealed class Gate : IValueTaskSource
{
    private ManualResetValueTaskSourceCore<bool> _source;

    public void GetResult(short token)
    {
        _source.GetResult(token);
        _source.Reset();
    }

    public ValueTaskSourceStatus GetStatus(short token) => _source.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);

    internal void Open() => _source.SetResult(true);

    internal ValueTask WaitAsync() => new(this, _source.Version);
}
