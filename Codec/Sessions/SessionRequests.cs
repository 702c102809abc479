using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Sessions;

/// <summary>The requests of both sides that are without an answer. Thread-safe; sends nothing itself.</summary>
internal sealed class SessionRequests(PacketSessionOptions options, bool resumesInline = false)
{
    private readonly SyncLock _lock = new();

    // The requests of this side, and the numbers of the peer's.
    private readonly Dictionary<uint, PendingRequest> _asked = [];
    private readonly HashSet<uint> _toAnswer = [];

    // Only the reading thread uses it.
    private readonly DispatchScratch _scratch = new(ArrayPool<byte>.Shared);
    private uint _last;
    private bool _hasEnded;
    private long _unexpected;
    private long _ignored;

    internal bool ResumesInline => resumesInline;
    internal long Unexpected => Volatile.Read(ref _unexpected);
    internal long Ignored => Volatile.Read(ref _ignored);

    internal void Ignore(bool isIgnored) => _ = isIgnored ? Interlocked.Increment(ref _ignored) : 0;

    /// <summary>Adds a request of this side, and numbers it. After an exception, the caller ends the request's cancellation.</summary>
    internal void Add(PendingRequest request, TimeSpan now, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        request.Begin(this, cancellationToken);
        lock (_lock)
        {
            if (_hasEnded)
            {
                Throw.ReceivingEnded(Ended());
            }

            if (_asked.Count >= options.MaxRequests)
            {
                Throw.TooManyRequests(options.MaxRequests);
            }

            do
            {
                _last = unchecked(_last + 1);
            }
            while (_last == 0 || _asked.ContainsKey(_last));

            (request.Number, request.Deadline) = (_last, DeadlineFrom(now));
            _asked.Add(_last, request);
        }

        if (cancellationToken.IsCancellationRequested)
        {
            // The registered call can have run before the request was added.
            request.Cancel();
        }
    }

    /// <summary>Removes a request of this side, which gets no further answer. Returns whether it was without one.</summary>
    internal bool Remove(PendingRequest request)
    {
        lock (_lock)
        {
            return _asked.TryGetValue(request.Number, out PendingRequest? found) && found == request && _asked.Remove(request.Number);
        }
    }

    /// <summary>Passes an answer to its request, or counts it if there is no such request.</summary>
    internal PacketError Receive(uint number, bool isLast, in Packet packet, TimeSpan now)
    {
        if (Find(number, isLast, now) is not { } request)
        {
            return PacketError.None;
        }

        PacketError error = request.Receive(packet, isLast, _scratch);
        _scratch.Release();
        if (error != PacketError.None)
        {
            _ = Remove(request);
            request.Fail(new PacketRequestException($"The answer was not valid: {error}."));
        }

        return error;
    }

    /// <summary>Ends the request that has this number; no further answer follows.</summary>
    internal void End(uint number, AnswerKind kind, ushort code, TimeSpan now)
    {
        Find(number, isLast: true, now)?.Fail(kind switch
        {
            AnswerKind.End => null,
            AnswerKind.Failed => new PacketRequestException(code),
            _ => new PacketRequestException("No handler of the peer answered the request."),
        });
    }

    /// <summary>Fails the requests of this side whose time is over, or all of them if no more answers arrive.</summary>
    internal void Expire(TimeSpan now, bool isEnd = false)
    {
        List<PendingRequest>? late = null;
        lock (_lock)
        {
            _hasEnded |= isEnd;
            foreach (PendingRequest request in _asked.Values)
            {
                if (isEnd || request.Deadline <= now)
                {
                    (late ??= []).Add(request);
                }
            }

            // Inside the same lock: otherwise, an answer could end the request, and another caller could reuse it.
            late?.ForEach(request => _asked.Remove(request.Number));
        }

        // No lambda with the parameter, because each call would allocate it, and a heartbeat calls for each ping.
        for (int i = 0; i < late?.Count; i++)
        {
            late[i].Fail(isEnd ? Ended()
                : new TimeoutException(FormattableString.Invariant($"The request was not answered within the RequestTimeout of {options.RequestTimeout}.")));
        }
    }

    /// <summary>Begins a request of the peer, also again if its answer could not be written.</summary>
    /// <returns><see langword="false"/> if another unanswered request has the number, or too many are unanswered.</returns>
    internal bool TryBegin(uint number)
    {
        lock (_lock)
        {
            return _toAnswer.Count < options.MaxRequests && _toAnswer.Add(number);
        }
    }

    /// <summary>Takes a request of the peer, in order to answer it, unless it has its last answer.</summary>
    internal bool TryAnswer(uint number, bool isLast)
    {
        lock (_lock)
        {
            return isLast ? _toAnswer.Remove(number) : _toAnswer.Contains(number);
        }
    }

    private static PacketRequestException Ended() => new("The connection has ended, so the request has no answer.");

    private TimeSpan DeadlineFrom(TimeSpan now) => options.RequestTimeout < TimeSpan.Zero ? TimeSpan.MaxValue : now + options.RequestTimeout;

    private PendingRequest? Find(uint number, bool isLast, TimeSpan now)
    {
        lock (_lock)
        {
            if (!_asked.TryGetValue(number, out PendingRequest? request))
            {
                _unexpected++;
                return null;
            }

            if (isLast || !request.IsStream)
            {
                _ = _asked.Remove(number);
            }

            request.Deadline = DeadlineFrom(now);
            return request;
        }
    }
}
