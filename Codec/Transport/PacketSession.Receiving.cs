using Codec.Framing;
using Codec.Packets;
using Codec.Sessions;

namespace Codec.Transport;

/// <content>What the reading thread does with each packet, and continuing after a cut.</content>
public sealed partial class PacketSession
{
    /// <summary>Gets whether the connection was cut, and the session waits for its client to continue it. Packets can be sent.</summary>
    public bool IsInterrupted => Resumable?.IsCut == true;

    /// <summary>Gets the context of a server's transport that may continue an earlier session, or <see langword="null"/>.</summary>
    internal ResumeContext? Moving => _options.IsServer ? Resumable?.Context : null;

    private ResumableTransport? Resumable => _connection.Transport as ResumableTransport;

    /// <summary>Gets whether the transport of a client has continued an earlier session.</summary>
    private bool IsContinued => _state == SessionState.Moved && !_options.IsServer;

    /// <summary>Encodes a packet of session.fbs that bypasses the queue.</summary>
    internal byte[] Encode(IPacket packet) => PacketEncoder.Encode(WithId(new SessionTable(packet)), _connection.Format);

    /// <summary>Returns whether a packet needs no <see cref="Receive"/>: it is a usual packet of an open session.</summary>
    internal bool Passes(uint id) => HasOpened && _prefix.Number == 0 && unchecked(id - _options.FirstId) >= PacketSessionOptions.IdCount;

    /// <summary>Handles a packet before the caller of the read gets it.</summary>
    /// <returns><see langword="null"/> if the caller gets the packet, <see cref="PacketReceiver.Taken"/>, or the caller's exception.</returns>
    internal Exception? Receive(in Packet packet)
    {
        // Read once, because another thread may close the session meanwhile.
        SessionState state = _state;

        // The id in session.fbs, or 0 for an ordinary packet.
        uint number = unchecked(packet.Id - _options.FirstId);
        uint id = number < PacketSessionOptions.IdCount ? PacketSessionOptions.UsualFirstId + number : 0;

        // The packets of a side that leaves still wait for room.
        bool isAcknowledged = id == Acknowledge.PacketId && state >= SessionState.Open
            && Acknowledge.TryRead(packet.Payload, out Acknowledge acknowledge)
            && Resumable?.TryTakeAcknowledgment(acknowledge.Received, packet.Raw.Length) == true;
        if (isAcknowledged || state >= SessionState.Leaving)
        {
            return PacketReceiver.Taken;
        }

        bool isAllowed = id switch
        {
            Hello.PacketId or Resume.PacketId => state == SessionState.Opening && _options.IsServer,
            Welcome.PacketId or Refusal.PacketId => state == SessionState.Opening && !_options.IsServer,
            Acknowledge.PacketId => state == SessionState.Open && Resumable is not null,
            _ => state == SessionState.Open && id <= Leave.PacketId,
        };
        if (!isAllowed)
        {
            return Reject(PacketError.IdNotAllowed, packet);
        }

        switch (id)
        {
            case 0:
                return _prefix.Number == 0 ? null : ReceivePrefixed(packet);
            case Hello.PacketId when Hello.View.TryCreate(packet.Payload, out Hello.View hello) && IsValid(hello.VersionUtf8, hello.Token):
                ReceiveHello(hello);
                return PacketReceiver.Taken;
            case Resume.PacketId when Resume.TryRead(packet.Payload, out Resume resume):
                ContinueSession(resume);
                return PacketReceiver.Taken;
            case Welcome.PacketId when Welcome.View.TryCreate(packet.Payload, out Welcome.View welcome) && IsValid(welcome.VersionUtf8, welcome.Token):
                ReceiveWelcome(welcome);
                return PacketReceiver.Taken;
            case Refusal.PacketId when Refusal.View.TryCreate(packet.Payload, out Refusal.View refusal) && IsValid(refusal.TextUtf8, default):
                // A reason that this version does not know is a refusal, too.
                RefusalReason reason = refusal.Reason is > RefusalReason.None and <= RefusalReason.SessionLost ? refusal.Reason : RefusalReason.Refused;
                return EndByPeer(reason, $"The server refused the session: {reason}. {refusal.Text}");
            case Leave.PacketId when Leave.View.TryCreate(packet.Payload, out Leave.View leave) && IsValid(leave.TextUtf8, default):
                PeerLeave = (leave.Code, leave.Text ?? "");
                return EndByPeer(RefusalReason.None, FormattableString.Invariant(
                    $"The peer left with the code {leave.Code}{(string.IsNullOrEmpty(leave.Text) ? "." : ": " + leave.Text)}"));
            case Ping.PacketId when Ping.TryRead(packet.Payload, out Ping ping):
                bool isAnswered = _connection.Sends.HasRoom(out long accepted, out long written) && _heartbeat.TryAnswer(accepted, written)
                    && Send(new Pong { Number = ping.Number, Time = (ulong)(Now.Ticks / 10) }, isForced: false);
                _requests.Ignore(!isAnswered);
                return PacketReceiver.Taken;
            case Pong.PacketId when Pong.TryRead(packet.Payload, out Pong pong):
                bool isExpected = _heartbeat.TryEnd(pong.Number, pong.Time, Now, out TimeSpan roundTrip);
                _requests.Ignore(!isExpected);
                if (isExpected)
                {
                    ConnectionTelemetry.MeasuredRoundTrip(roundTrip);
                }

                return PacketReceiver.Taken;
            case Ask.PacketId when Ask.TryRead(packet.Payload, out Ask ask):
                _prefix = (ask.Number, false, false);
                return _request.IsPolled ? null : PacketReceiver.Taken;
            case Sessions.Answer.PacketId when Sessions.Answer.TryRead(packet.Payload, out Answer answer) && answer.Kind <= AnswerKind.Unanswered:
                if (answer.Kind <= AnswerKind.More)
                {
                    _prefix = (answer.Number, true, answer.Kind == AnswerKind.Last);
                }
                else
                {
                    _requests.End(answer.Number, answer.Kind, answer.Code, Now);
                }

                return PacketReceiver.Taken;
            default:
                return Reject(PacketError.PayloadInvalid, packet);
        }
    }

    private static bool IsValid(ReadOnlySpan<byte> text, ReadOnlySpan<byte> token) =>
        text.Length <= PacketSessionOptions.MaxTextBytes && token.Length <= PacketSessionOptions.MaxTokenBytes;

    private void ReceiveHello(Hello.View hello)
    {
        PacketProtocol protocol = new(hello.ToServer, hello.ToClient);
        Peer = (hello.Version ?? "", hello.Token.ToArray());
        if (!TryProceed(SessionState.Deciding))
        {
            return;
        }

        string? mismatch = _options.FindMismatch(protocol, Peer.Version);
        if (Moving?.IsFull == true)
        {
            Decide(RefusalReason.Full, "The server is full.", default);
        }
        else if (mismatch is null && _options.Accept is { } accept)
        {
            _ = new PacketHello(protocol, Peer.Version, Peer.Token, _connection.RemoteEndPoint, Decide).DecideByAsync(accept);
        }
        else
        {
            Decide(mismatch is null ? RefusalReason.None : RefusalReason.ProtocolMismatch, mismatch ?? "", default);
        }
    }

    private PacketConnectionException EndByPeer(RefusalReason refusal, string text)
    {
        _connection.Close(PacketCloseReason.Remote, new SessionEndException(refusal, text));
        return _connection.Failure!;
    }

    /// <summary>Handles an ordinary packet that follows a prefix.</summary>
    private Exception? ReceivePrefixed(in Packet packet)
    {
        (uint number, bool isAnswer, bool isLast) = _prefix;
        _prefix = default;
        if (isAnswer)
        {
            PacketError error = _requests.Receive(number, isLast, packet, Now);
            return error == PacketError.None ? PacketReceiver.Taken : Reject(error, packet);
        }

        // If the peer does not read its answers, even a failure could not be sent.
        bool hasRoom = _connection.Sends.HasRoom(out _, out _);
        if (hasRoom && _requests.TryBegin(number))
        {
            if (!_request.IsPolled)
            {
                _request.Handled = number;
            }

            return null;
        }

        _ = hasRoom && SendEnd(number, AnswerKind.Failed, PacketRequestException.TooManyRequests);
        _requests.Ignore(true);
        return PacketReceiver.Taken;
    }

    private Exception Reject(PacketError error, in Packet packet)
    {
        PacketCounters.CountError(error);
        RejectedPacket details = new(packet.Id, packet.PayloadSize) { Limit = _connection.Format.MaxPayloadSize };
        return _connection.Reject(error, _connection.Reader.Position - packet.Raw.Length, packet.Raw, details);
    }

    /// <summary>Connects again until the session continues, is lost, or was closed.</summary>
    internal async Task ReconnectAsync(ResumableTransport lost, Func<CancellationToken, ValueTask<PacketConnection>> connect)
    {
        // The first attempt follows the cut at once.
        ReconnectDelays delays = new(new PacketClientOptions
        {
            ReconnectAttempts = int.MaxValue,
            ReconnectDelay = TimeSpan.FromMilliseconds(50),
            MaxReconnectDelay = TimeSpan.FromSeconds(2),
        });
        while (lost.IsCut)
        {
            PacketConnection? connection = null;
            try
            {
                using CancellationTokenSource deadline = DeadlineTokens.Create(_connection.Options.TimeProvider, _options.ResumeTimeout);
                connection = await ResumeContext.ConnectAsync(connect, lost, deadline.Token).ConfigureAwait(false);
                PacketSession session = connection.Session!;
                await session.OpenAsync(deadline.Token).ConfigureAwait(false);
                if (!session.IsContinued)
                {
                    lost.Lose("The delegate has returned a connection of another session.");
                    return;
                }

                // After another cut, another loop connects.
                ulong received = session.Resumable!.Context.PeerReceived;
                if (lost.CanContinue(received) && session.Resumable.Detach() is { } transport
                    && await lost.ContinueAsync(transport, received, connection.Reader.Unread.ToArray()).ConfigureAwait(false))
                {
                    return;
                }
            }
            catch (PacketConnectionException exception)
                when (exception.Refusal is not (RefusalReason.None or RefusalReason.Full or RefusalReason.Draining or RefusalReason.HandshakeTimeout))
            {
                lost.Lose(exception.Message);
                return;
            }
            catch (Exception)
            {
                // The network, or the server's side of it, is still down.
            }
            finally
            {
                connection?.Abort();
            }

            using CancellationTokenSource waiting = DeadlineTokens.Create(_connection.Options.TimeProvider, delays.Next()!.Value);
            await TaskWaits.WaitAsync(_ended.Task, waiting.Token).AsTask().ContinueWith(static _ => { }, TaskScheduler.Default).ConfigureAwait(false);
        }
    }

    private void ReceiveWelcome(Welcome.View welcome)
    {
        Peer = (welcome.Version ?? "", welcome.Token.ToArray());
        if (Resumable is { Context: { Lost: not null } context })
        {
            context.PeerReceived = welcome.Received;
            _state = SessionState.Moved;
            _opened.TrySetResult(true);
            return;
        }

        Open(default);
        Resumable?.Open(welcome.Key);
    }

    /// <summary>Waits for the end of a client's handshake. Never fails: the application's reads say why it has failed.</summary>
    /// <returns><see langword="false"/> if the client continues an earlier session, which has got the transport.</returns>
    internal Task<bool> TryBeginAsync() => OpenAsync().ContinueWith(
        opening => opening.Exception is null || _state != SessionState.Moved, TaskScheduler.Default);

    /// <summary>Gives the transport of this connection to the session whose key the client shows.</summary>
    private void ContinueSession(in Resume resume)
    {
        ResumableTransport? lost = ResumableTransport.Find((resume.Low, resume.High), _options);
        if (lost?.TryBegin(resume.Attempt, resume.Received) != true || !_connection.Reader.Unread.IsEmpty)
        {
            _ = RefuseOrLeaveAsync(RefusalReason.SessionLost, "The server does not have the session, or not all that the client lacks.");
            return;
        }

        if (TryProceed(SessionState.Moved) && Resumable?.Detach() is { } transport)
        {
            ulong received = resume.Received;
            _ = Task.Run(() => lost.ContinueAsync(transport, received, default));
        }

        _opened.TrySetResult(false);
    }
}
