using Codec.Framing;
using Codec.Packets;
using Codec.Sessions;

namespace Codec.Transport;

/// <content>Continuing after a cut.</content>
public sealed partial class PacketSession
{
    // The delays after an attempt. The first attempt follows the cut at once.
    private static readonly PacketClientOptions Delays = new()
    {
        ReconnectAttempts = int.MaxValue,
        ReconnectDelay = TimeSpan.FromMilliseconds(50),
        MaxReconnectDelay = TimeSpan.FromSeconds(2),
    };

    /// <summary>Gets whether the connection was cut, and the session waits for its client to continue it. Packets can be sent.</summary>
    public bool IsInterrupted => Resumable?.IsCut == true;

    /// <summary>Gets the context of a server's transport that may continue an earlier session, or <see langword="null"/>.</summary>
    internal ResumeContext? Moving => _options.IsServer ? Resumable?.Context : null;

    private ResumableTransport? Resumable => _connection.Transport as ResumableTransport;

    /// <summary>Gets whether the transport of a client has continued an earlier session.</summary>
    private bool IsContinued => _state == SessionState.Moved && !_options.IsServer;

    /// <summary>Encodes a packet of session.fbs that bypasses the queue.</summary>
    internal byte[] Encode(IPacket packet) => PacketEncoder.Encode(WithId(new SessionTable(packet)), _connection.Format);

    /// <summary>Connects again until the session continues, is lost, or was closed.</summary>
    internal async Task ReconnectAsync(ResumableTransport lost, Func<CancellationToken, ValueTask<PacketConnection>> connect)
    {
        ReconnectDelays delays = new(Delays);
        for (TimeSpan delay = TimeSpan.Zero; await HasPassedAsync(delay).ConfigureAwait(false) && lost.IsCut; delay = delays.Next()!.Value)
        {
            PacketConnection? connection = null;
            try
            {
                using CancellationTokenSource deadline = DeadlineTokens.Create(_connection.Options.TimeProvider, _options.ResumeTimeout);
                connection = await ResumeContext.ConnectAsync(connect, lost, deadline.Token).ConfigureAwait(false);
                PacketSession session = connection.Session!;
                await session.OpenAsync(deadline.Token).ConfigureAwait(false);
                ulong received = session.Resumable?.Context.PeerReceived ?? 0;
                if (!session.IsContinued || !lost.CanContinue(received))
                {
                    lost.Lose(session.IsContinued ? "Not all that the server lacks was kept." : "The delegate has returned a connection of another session.");
                    return;
                }

                // After another cut, another loop connects.
                if (session.Resumable!.Detach() is { } transport
                    && await lost.ContinueAsync(transport, received, null, connection.Reader.Unread.ToArray()).ConfigureAwait(false))
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
        }
    }

    /// <summary>Waits before an attempt to connect.</summary>
    /// <returns><see langword="false"/> if the session has ended.</returns>
    private async Task<bool> HasPassedAsync(TimeSpan delay)
    {
        try
        {
            using CancellationTokenSource waiting = DeadlineTokens.Create(_connection.Options.TimeProvider, delay);
            await TaskWaits.WaitAsync(_ended.Task, waiting.Token).ConfigureAwait(false);
            return false;
        }
        catch (OperationCanceledException)
        {
            return true;
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

        Open(null);
        Resumable?.Open(welcome.Key);
    }

    /// <summary>Waits for the end of a client's handshake. Never fails: the application's reads say why it has failed.</summary>
    /// <returns><see langword="false"/> if the client continues an earlier session, which has got the transport.</returns>
    internal async Task<bool> TryBeginAsync()
    {
        try
        {
            await OpenAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The connection has ended, or an observer has thrown the exception, and the next read begins with the packet.
        }

        return _state != SessionState.Moved;
    }

    /// <summary>Gives the transport of this connection to the session whose key the client shows.</summary>
    private void ContinueSession(in Resume resume)
    {
        ResumableTransport? lost = ResumableTransport.Find((resume.Low, resume.High), _options);
        bool isNew = lost?.TryBeginAttempt(resume.Attempt) == true;
        if (isNew && lost!.CanContinue(resume.Received) && _connection.Reader.Unread.IsEmpty)
        {
            lock (_connection.Lifetime.Lock)
            {
                if (!IsOpening)
                {
                    return;
                }

                _state = SessionState.Moved;
            }

            if (Resumable?.Detach() is { } transport)
            {
                lost.Replace(transport, resume.Received);
            }

            _opened.TrySetResult(false);
            return;
        }

        if (isNew)
        {
            lost!.Lose("Not all that the client lacks was kept.");
        }

        _ = Refuse(RefusalReason.SessionLost, "The server does not have the session, or not all that the client lacks.");
    }

    private Exception? ReceiveAcknowledgment(in Packet packet, SessionState state)
    {
        if (state < SessionState.Open || Resumable is not { } resumable)
        {
            return state < SessionState.Leaving ? Reject(PacketError.IdNotAllowed, packet) : PacketReceiver.Taken;
        }

        // The packets of a side that leaves still wait for room.
        return Acknowledge.TryRead(packet.Payload, out Acknowledge acknowledge)
            && resumable.TryTakeAcknowledgment(acknowledge.Received, packet.Raw.Length) ? PacketReceiver.Taken
            : state == SessionState.Open ? Reject(PacketError.PayloadInvalid, packet) : PacketReceiver.Taken;
    }
}
