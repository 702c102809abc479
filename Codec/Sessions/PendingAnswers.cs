using System.Collections.Concurrent;
using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Sessions;

/// <summary>A request with a sequence of answers.</summary>
/// <param name="answer">The type of the answers.</param>
/// <param name="limit">The number of answers that may wait for the caller. If there are more, the request fails.</param>
[SuppressMessage("Design", "CA1001:Types that own disposable fields should be disposable", Justification = "It has no wait handle.")]
internal sealed class PendingAnswers<TAnswer>(GeneratedAnswer<TAnswer> answer, int limit) : PendingRequest(isStream: true)
{
    private readonly ConcurrentQueue<(bool IsAnswer, TAnswer Answer, Exception? Failure)> _waiting = new();
    private readonly SemaphoreSlim _count = new(0);
    private volatile bool _hasEnded;

    /// <summary>Waits for the next answer.</summary>
    /// <returns>The answer, or <see langword="false"/> after the last one. Throws the exception of <see cref="Fail"/>.</returns>
    internal async Task<(bool IsAnswer, TAnswer Answer)> NextAsync()
    {
        await _count.WaitAsync().ConfigureAwait(false);
        _ = _waiting.TryDequeue(out (bool IsAnswer, TAnswer Answer, Exception? Failure) next);
        if (next.Failure is not null)
        {
            Throw.Again(next.Failure);
        }

        return (next.IsAnswer, next.Answer);
    }

    internal override PacketError Receive(in Packet packet, bool isLast, DispatchScratch scratch)
    {
        PacketError error = answer.TryRead(packet, scratch, out TAnswer message);
        if (error == PacketError.None && _waiting.Count >= limit)
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

    internal override void Fail(Exception? exception)
    {
        Add(false, default!, exception);
        _hasEnded = true;
    }

    private void Add(bool isAnswer, TAnswer message, Exception? failure)
    {
        if (!_hasEnded)
        {
            _waiting.Enqueue((isAnswer, message, failure));
            _ = _count.Release();
        }
    }
}
