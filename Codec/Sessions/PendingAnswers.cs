using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Sessions;

/// <summary>A request with a sequence of answers. If more of them wait for the caller than the limit, the request fails.</summary>
internal sealed class PendingAnswers<TAnswer>(GeneratedAnswer<TAnswer> answer, int limit) : PendingRequest
{
    // Also the lock of the fields below.
    private readonly Queue<(bool IsAnswer, TAnswer Answer, Exception? Failure)> _waiting = new();
    private TaskCompletionSource<bool>? _awaited;
    private bool _hasEnded;

    internal override bool IsStream => true;

    /// <summary>Waits for the next answer. Called by one caller at a time.</summary>
    /// <returns>The answer, or <see langword="false"/> after the last one. Throws the exception of <see cref="Fail"/>.</returns>
    internal async ValueTask<(bool IsAnswer, TAnswer Answer)> NextAsync()
    {
        lock (_waiting)
        {
            _awaited = _waiting.Count > 0 ? null
                : new TaskCompletionSource<bool>(ResumesInline ? TaskCreationOptions.None : TaskCreationOptions.RunContinuationsAsynchronously);
        }

        await (_awaited?.Task ?? Task.CompletedTask).ConfigureAwait(false);
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

    internal override PacketError Receive(in Packet packet, bool isLast, DispatchScratch scratch)
    {
        PacketError error = answer.TryRead(packet, scratch, out TAnswer message);
        if (error == PacketError.None)
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

    private void Add(bool isAnswer, TAnswer message, Exception? failure)
    {
        TaskCompletionSource<bool>? awaited;
        lock (_waiting)
        {
            if (_hasEnded)
            {
                return;
            }

            if (isAnswer && _waiting.Count >= limit)
            {
                (isAnswer, failure) = (false, new PacketRequestException(FormattableString.Invariant($"More than {limit} answers of a stream wait.")));
            }

            _hasEnded = !isAnswer;
            _waiting.Enqueue((isAnswer, message, failure));
            awaited = _awaited;
        }

        _ = awaited?.TrySetResult(true);
    }
}
