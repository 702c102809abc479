using System.Threading.Tasks.Sources;
using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Sessions;

/// <summary>A request with a sequence of answers.</summary>
/// <param name="answer">The type of the answers.</param>
/// <param name="limit">The number of answers that may wait for the caller. If there are more, the request fails.</param>
internal sealed class PendingAnswers<TAnswer>(GeneratedAnswer<TAnswer> answer, int limit) : PendingRequest(isStream: true), IValueTaskSource
{
    // Also the lock of what follows.
    private readonly Queue<(bool IsAnswer, TAnswer Answer, Exception? Failure)> _waiting = new();
    private ManualResetValueTaskSourceCore<bool> _source;
    private bool _isAwaited;
    private bool _hasEnded;

    /// <summary>Waits for the next answer. Called by one caller at a time.</summary>
    /// <returns>The answer, or <see langword="false"/> after the last one. Throws the exception of <see cref="Fail"/>.</returns>
    internal async ValueTask<(bool IsAnswer, TAnswer Answer)> NextAsync()
    {
        await WaitAsync().ConfigureAwait(false);
        (bool IsAnswer, TAnswer Answer, Exception? Failure) next;
        lock (_waiting)
        {
            next = _waiting.Dequeue();
        }

        if (next.Failure is not null)
        {
            Throw.Again(next.Failure);
        }

        return (next.IsAnswer, next.Answer);
    }

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _source.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);

    void IValueTaskSource.GetResult(short token) => _source.GetResult(token);

    internal override PacketError Receive(in Packet packet, bool isLast, DispatchScratch scratch)
    {
        PacketError error = answer.TryRead(packet, scratch, out TAnswer message);
        if (error == PacketError.None && IsFull())
        {
            Fail(new PacketRequestException(FormattableString.Invariant($"More than {limit} answers of a stream wait.")));
        }
        else if (error == PacketError.None)
        {
            Add(true, message, null);
            if (isLast)
            {
                Fail(null);
            }
        }

        return error;
    }

    internal override void Fail(Exception? exception) => Add(false, default!, exception);

    private bool IsFull()
    {
        lock (_waiting)
        {
            return _waiting.Count >= limit;
        }
    }

    private ValueTask WaitAsync()
    {
        lock (_waiting)
        {
            if (_waiting.Count > 0)
            {
                return default;
            }

            _source.Reset();
            _isAwaited = true;
            return new ValueTask(this, _source.Version);
        }
    }

    private void Add(bool isAnswer, TAnswer message, Exception? failure)
    {
        bool isAwaited;
        lock (_waiting)
        {
            if (_hasEnded)
            {
                return;
            }

            _hasEnded = !isAnswer;
            _waiting.Enqueue((isAnswer, message, failure));
            isAwaited = _isAwaited;
            _isAwaited = false;
        }

        if (isAwaited)
        {
            _source.RunContinuationsAsynchronously = !ResumesInline;
            _source.SetResult(true);
        }
    }
}
