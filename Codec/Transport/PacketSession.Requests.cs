using Codec.Framing;
using Codec.Generated;
using Codec.Packets;
using Codec.Sessions;

namespace Codec.Transport;

/// <content>Requests.</content>
public sealed partial class PacketSession
{
    /// <summary>Gets the request that is being handled. It has the number 0 if the peer sent the packet without asking.</summary>
    /// <remarks>If its handler neither answers nor takes it, the peer's call throws a <see cref="PacketRequestException"/>.</remarks>
    public PacketRequest Request => new(this, _request.Handled);

    /// <summary>Takes the request that is being handled, to answer it after the handler has ended.</summary>
    /// <exception cref="InvalidOperationException">No request is being handled, or it was taken.</exception>
    public PacketRequest TakeRequest()
    {
        PacketRequest request = Request;
        if (request.Number == 0)
        {
            Throw.NoRequest();
        }

        _request.Handled = 0;
        return request;
    }

    /// <summary>Answers the request that is being handled.</summary>
    /// <inheritdoc cref="PacketRequest.Answer{TPacket}(in TPacket)"/>
    public bool Answer<TPacket>(in TPacket answer)
        where TPacket : IPacket => Request.Answer(answer);

    /// <summary>Sends a request, and waits for its answer. Call the generated <c>AskAsync</c>, which knows the answer.</summary>
    /// <typeparam name="TRequest">The request.</typeparam>
    /// <typeparam name="TAnswer">The answer.</typeparam>
    /// <param name="request">The request. It is not used after the call has returned its task.</param>
    /// <param name="answer">How the answer is read.</param>
    /// <param name="cancellationToken">Stops waiting. The answer is then ignored.</param>
    /// <returns>The answer, which must be awaited once. The caller continues on the thread that reads, as a handler does.</returns>
    /// <exception cref="PacketRequestException">The peer failed the request or did not answer it, or the connection has ended.</exception>
    /// <exception cref="TimeoutException">No answer has arrived within <see cref="PacketSessionOptions.RequestTimeout"/>.</exception>
    /// <exception cref="InvalidOperationException">
    /// The session is not open, more than <see cref="PacketSessionOptions.MaxRequests"/> are unanswered, or the message cannot be written.
    /// </exception>
    /// <exception cref="PacketConnectionException">The connection is closed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ValueTask<TAnswer> AskAsync<TRequest, TAnswer>(
        TRequest request, GeneratedAnswer<TAnswer> answer, CancellationToken cancellationToken = default)
        where TRequest : IPacket
    {
        PendingAnswer<TAnswer> pending = PendingAnswer<TAnswer>.Rent(answer);
        BeginAsking(request, pending, cancellationToken);
        return ConnectionTelemetry.IsTraced ? ConnectionTelemetry.TraceAsync(request.Id, pending.Task) : pending.Task;
    }

    /// <summary>Sends a request, and returns its answers as they arrive, up to their end.</summary>
    /// <remarks>
    /// The request is sent when the enumeration begins. At most <see cref="PacketSessionOptions.MaxRequests"/> answers wait for the caller;
    /// more fail the request. If the enumeration is ended early, further answers are counted as unexpected.
    /// </remarks>
    /// <inheritdoc cref="AskAsync" path="/*[not(self::summary or self::returns)]"/>
    /// <returns>The answers.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public async IAsyncEnumerable<TAnswer> AskManyAsync<TRequest, TAnswer>(
        TRequest request, GeneratedAnswer<TAnswer> answer, [EnumeratorCancellation] CancellationToken cancellationToken = default)
        where TRequest : IPacket
    {
        PendingAnswers<TAnswer> pending = new(answer, _options.MaxRequests);
        BeginAsking(request, pending, cancellationToken);
        try
        {
            while (await pending.NextAsync().ConfigureAwait(false) is (true, { } next))
            {
                yield return next;
            }
        }
        finally
        {
            _ = _requests.Remove(pending);
            pending.EndCancellation();
        }
    }

    /// <summary>Lets a thread that polls handle the requests. The reading thread only passes their prefixes on.</summary>
    internal void Poll() => _request.IsPolled = true;

    /// <summary>Ends the handling of a request, before the next packet. If it was neither answered nor taken, the peer is told.</summary>
    /// <param name="isPolling">Whether the calling thread polls. Otherwise, it reads, and ends nothing if another thread polls.</param>
    internal void EndRequest(bool isPolling)
    {
        uint number = _request.IsPolled == isPolling ? _request.Handled : 0;
        if (number != 0)
        {
            _request.Handled = 0;
            _ = End(number, AnswerKind.Unanswered, 0);
        }
    }

    /// <summary>Takes a prefix that the reading thread has passed on. Any other packet begins the request of the prefix before it.</summary>
    internal bool TryTakePrefix(in Packet packet)
    {
        if (packet.Id == WithId(default(Ask)).Id && Ask.TryRead(packet.Payload, out Ask ask))
        {
            _request.Prefix = ask.Number;
            return true;
        }

        // The reading thread takes a request above the limit, but passes its prefix on.
        _request.Handled = _request.Prefix != 0 && _requests.TryAnswer(_request.Prefix, isLast: false) ? _request.Prefix : 0;
        _request.Prefix = 0;
        return false;
    }

    internal bool Answer<TPacket>(uint number, AnswerKind kind, in TPacket answer)
        where TPacket : IPacket
    {
        if (!_requests.TryAnswer(number, isLast: kind == AnswerKind.Last))
        {
            return false;
        }

        try
        {
            SessionPacket<Answer> prefix = WithId(new Answer { Number = number, Kind = kind });
            _connection.Sends.SendAfter(prefix, WithId(default(Ask)), answer, _request.IsPolled);
            return true;
        }
        catch (PacketConnectionException)
        {
            return false;
        }
        catch
        {
            _ = kind != AnswerKind.Last || _requests.TryBegin(number);
            throw;
        }
    }

    /// <summary>Ends a request of the peer without a further answer.</summary>
    internal bool End(uint number, AnswerKind kind, ushort code) => _requests.TryAnswer(number, isLast: true) && SendEnd(number, kind, code);

    private bool SendEnd(uint number, AnswerKind kind, ushort code) =>
        Send(new Answer { Number = number, Kind = kind, Code = code }, isForced: false);

    private void BeginAsking<TRequest>(in TRequest request, PendingRequest pending, CancellationToken cancellationToken)
        where TRequest : IPacket
    {
        try
        {
            _requests.Add(pending, Now, cancellationToken);
            _connection.Sends.SendAfter(WithId(new Ask { Number = pending.Number }), WithId(default(Ask)), request, _request.IsPolled);
        }
        catch
        {
            _ = _requests.Remove(pending);
            pending.EndCancellation();
            throw;
        }
    }

    private SessionPacket<TPacket> WithId<TPacket>(in TPacket packet)
        where TPacket : struct, IPacket => new(packet, _options.FirstId);
}
