using System.Threading.Tasks.Sources;
using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Sessions;

/// <summary>A request with one answer. It is reused after the caller has taken the result, so that a request does not allocate.</summary>
internal sealed class PendingAnswer<TAnswer> : PendingRequest, IValueTaskSource<TAnswer>
{
    // As many as a session may have by default. Each has 150 bytes.
    private const int MostIdle = 1024;

    private static readonly Stack<PendingAnswer<TAnswer>> Idle = new();

    private ManualResetValueTaskSourceCore<TAnswer> _source;
    private GeneratedAnswer<TAnswer> _answer = null!;

    /// <summary>Gets the task of the caller, who must await it once.</summary>
    internal ValueTask<TAnswer> Task => new(this, _source.Version);

    internal static PendingAnswer<TAnswer> Rent(GeneratedAnswer<TAnswer> answer)
    {
        lock (Idle)
        {
            PendingAnswer<TAnswer> request = Idle.Count > 0 ? Idle.Pop() : new PendingAnswer<TAnswer>();
            request._answer = answer;
            return request;
        }
    }

    public ValueTaskSourceStatus GetStatus(short token) => _source.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);

    public TAnswer GetResult(short token)
    {
        if (_source.GetStatus(token) == ValueTaskSourceStatus.Pending)
        {
            // This call throws, and the request goes on.
            return _source.GetResult(token);
        }

        try
        {
            return _source.GetResult(token);
        }
        finally
        {
            _source.Reset();
            Forget();
            lock (Idle)
            {
                if (Idle.Count < MostIdle)
                {
                    Idle.Push(this);
                }
            }
        }
    }

    internal override PacketError Receive(in Packet packet, bool isLast, DispatchScratch scratch)
    {
        PacketError error = _answer.TryRead(packet, scratch, out TAnswer message);
        if (error == PacketError.None)
        {
            EndCancellation();
            _source.RunContinuationsAsynchronously = false;
            _source.SetResult(message);
        }

        return error;
    }

    internal override void Fail(Exception? exception)
    {
        EndCancellation();
        _source.RunContinuationsAsynchronously = !ResumesInline;
        _source.SetException(exception ?? new PacketRequestException("The peer ended the answers, and sent none."));
    }
}
