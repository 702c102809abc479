using Codec.Framing;
using Codec.Packets;
using Codec.Sessions;

namespace Codec.Transport;

/// <content>What the reading thread does with each packet.</content>
public sealed partial class PacketSession
{
    /// <summary>Returns whether a packet needs no <see cref="Receive"/>: it is a usual packet of an open session.</summary>
    internal bool Passes(uint id) => HasOpened && _prefix.Number == 0 && unchecked(id - _options.FirstId) >= PacketSessionOptions.IdCount;

    /// <summary>Handles a packet before the caller of the read gets it.</summary>
    /// <returns>
    /// <see langword="null"/> if the caller gets the packet, <see cref="PacketReceiver.Taken"/> if not, or the exception for the caller.
    /// </returns>
    internal Exception? Receive(in Packet packet)
    {
        // Read once, because another thread may close the session meanwhile.
        SessionState state = _state;
        uint number = unchecked(packet.Id - _options.FirstId);
        if (number == Acknowledge.PacketId - PacketSessionOptions.UsualFirstId)
        {
            return ReceiveAcknowledgment(packet, state);
        }

        if (state >= SessionState.Leaving)
        {
            return PacketReceiver.Taken;
        }

        if (number >= PacketSessionOptions.IdCount)
        {
            return state != SessionState.Open ? Reject(PacketError.IdNotAllowed, packet) : _prefix.Number == 0 ? null : ReceivePrefixed(packet);
        }

        uint id = PacketSessionOptions.UsualFirstId + number;
        bool isAllowed = id switch
        {
            Hello.PacketId or Resume.PacketId => state == SessionState.Opening && _options.IsServer,
            Welcome.PacketId or Refusal.PacketId => state == SessionState.Opening && !_options.IsServer,
            _ => state == SessionState.Open && id <= Leave.PacketId,
        };
        if (!isAllowed)
        {
            return Reject(PacketError.IdNotAllowed, packet);
        }

        switch (id)
        {
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
                bool isKnown = refusal.Reason is > RefusalReason.None and <= RefusalReason.SessionLost;
                RefusalReason reason = isKnown ? refusal.Reason : RefusalReason.Refused;
                return EndByPeer(reason, $"The server refused the session: {reason}. {refusal.Text}");
            case Leave.PacketId when Leave.View.TryCreate(packet.Payload, out Leave.View leave) && IsValid(leave.TextUtf8, default):
                PeerLeave = (leave.Code, leave.Text ?? "");
                return EndByPeer(RefusalReason.None, FormattableString.Invariant(
                    $"The peer left with the code {leave.Code}{(string.IsNullOrEmpty(leave.Text) ? "." : ": " + leave.Text)}"));
            case Ping.PacketId when Ping.TryRead(packet.Payload, out Ping ping):
                _requests.Ignore(!TryAnswer(ping));
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
        lock (_connection.Lifetime.Lock)
        {
            if (_state != SessionState.Opening)
            {
                return;
            }

            _state = SessionState.Deciding;
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

    private bool TryAnswer(Ping ping) =>
        _connection.Sends.HasRoom(out long accepted, out long written) && _heartbeat.TryAnswer(accepted, written)
            && Send(new Pong { Number = ping.Number, Time = (ulong)(Now.Ticks / 10) }, isForced: false);

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
}
