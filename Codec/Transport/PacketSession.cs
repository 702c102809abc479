using Codec.Framing;
using Codec.Packets;
using Codec.Payloads;
using Codec.Sessions;

namespace Codec.Transport;

/// <summary>
/// The session of a connection: handshake, heartbeat, requests and leaving. It handles its own packets while the connection is read, so the
/// connection must be read. Any thread may call every member.
/// </summary>
/// <remarks>docs/sessions.md describes each part.</remarks>
public sealed partial class PacketSession
{
    // Codes below 256 are the library's; these say that the listener drains, and that another client has continued the session.
    internal const ushort Draining = 1;
    internal const ushort Replaced = 2;

    private readonly PacketConnection _connection;
    private readonly PacketSessionOptions _options;
    private readonly SessionHeartbeat _heartbeat;
    private readonly SessionRequests _requests;
    private readonly TaskCompletionSource<bool> _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<bool> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile SessionState _state;

    // Used by the reading thread: what the last prefix says about the next packet.
    private (uint Number, bool IsAnswer, bool IsLast) _prefix;

    // Used by the thread that handles packets: the numbers of the request that is handled, and of a prefix whose packet was not polled.
    private (uint Handled, uint Prefix, bool IsPolled) _request;

    internal PacketSession(PacketConnection connection, PacketSessionOptions options)
    {
        _connection = connection;
        _options = options;
        _heartbeat = new SessionHeartbeat(options.HeartbeatInterval);
        _requests = new SessionRequests(options, resumesInline: connection.Transport is PolledTransport);
        _state = options.Protocol is null ? SessionState.Open : SessionState.Opening;
        if (HasOpened)
        {
            _opened.SetResult(true);
        }
        else
        {
            connection.Lifetime.BeginOpening(Now);
        }
    }

    /// <summary>Gets whether the handshake has ended, and the connection has not. Ordinary packets can be sent only then.</summary>
    public bool IsOpen => HasOpened && !_connection.Lifetime.IsClosed && !_ended.Task.IsCompleted;

    /// <summary>Gets the version and the token that the peer sent in the handshake, at most 255 and 1,024 bytes.</summary>
    public (string Version, ReadOnlyMemory<byte> Token) Peer { get; private set; } = ("", default);

    /// <summary>Gets the code and the text with which the peer left, or <see langword="null"/>.</summary>
    /// <remarks>Codes from 256 on are the application's. 0 is a usual end, and 1 a server that drains.</remarks>
    public (ushort Code, string Text)? PeerLeave { get; private set; }

    /// <summary>Gets the smoothed round-trip time; zero before the first ping was answered, and without a heartbeat.</summary>
    public TimeSpan RoundTripTime => _heartbeat.Measured.Smoothed;

    /// <summary>Gets the shortest round-trip time of the last 16 pings.</summary>
    public TimeSpan LeastRoundTripTime => _heartbeat.Measured.Least;

    /// <summary>Gets what must be added to this side's clock to get the peer's. The clocks are monotonic, and begin at any time.</summary>
    /// <remarks>The clock is <see cref="TimeProvider.GetTimestamp"/> of <see cref="PacketConnectionOptions.TimeProvider"/>.</remarks>
    public TimeSpan ClockOffset => _heartbeat.Measured.Offset;

    /// <summary>Gets the number of answers that answer no request of this side: late, doubled or invented ones.</summary>
    public long UnexpectedAnswers => _requests.Unexpected;

    /// <summary>Gets the number of pings and requests above the limits, requests with a number in use, and unexpected pongs.</summary>
    public long IgnoredPackets => _requests.Ignored;

    /// <summary>Gets whether the handshake has ended, also after the connection has failed, when packets can still be read.</summary>
    internal bool HasOpened => _state == SessionState.Open;

    internal bool IsOpening => _state is SessionState.Opening or SessionState.Deciding;

    /// <summary>Gets the task of <see cref="Close"/>, which never fails, or <see langword="null"/> if it was not called.</summary>
    internal Task? Leaving { get; private set; }

    private TimeSpan Now => _connection.Options.TimeProvider.GetElapsedTime(0);

    /// <summary>Waits for the end of the handshake. A session without one is open at once.</summary>
    /// <remarks>It reads the connection. If the application reads it already, do not call the method: the handshake is a part of that read.</remarks>
    /// <param name="cancellationToken">Stops waiting. The next call or read continues.</param>
    /// <returns>A task that ends when ordinary packets can be sent.</returns>
    /// <exception cref="PacketConnectionException">
    /// The peer refused the session, and <see cref="PacketConnectionException.Refusal"/> says why; or the connection has ended.
    /// </exception>
    /// <exception cref="InvalidPacketException">The peer sent anything but its part of the handshake.</exception>
    /// <exception cref="InvalidOperationException">Another read of the connection is in progress.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public async Task OpenAsync(CancellationToken cancellationToken = default)
    {
        while (_state == SessionState.Opening)
        {
            if (!await _connection.TryReadForSessionAsync(cancellationToken).ConfigureAwait(false))
            {
                Throw.ReadInProgress();
            }
        }

        await TaskWaits.WaitAsync(_opened.Task, cancellationToken).ConfigureAwait(false);
        if (!IsOpen && !IsContinued)
        {
            PacketCloseReason reason = Leaving is not null ? PacketCloseReason.Local : PacketCloseReason.Remote;
            Throw.ConnectionClosed(_connection.Failure ?? new PacketConnectionException(reason, 0, null));
        }
    }

    /// <summary>
    /// Leaves: sends what was accepted, tells the peer a code and a text, and closes the connection. Returns at once. Handlers may call it.
    /// A second call is a no-op.
    /// </summary>
    /// <remarks>
    /// Nothing more can be sent, and no further packet is dispatched. The reading loop ends when the peer has ended its side. The
    /// connection is closed then, or after <see cref="PacketConnectionOptions.CloseTimeout"/>. Do not await
    /// <see cref="PacketConnection.DisposeAsync()"/> in a handler afterwards: it waits for the close.
    /// </remarks>
    /// <param name="code">The code for the peer's application. Those below 256 are the library's, of which 0 is a usual end.</param>
    /// <param name="text">A text for the peer's user or log: at most 255 bytes of UTF-8.</param>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="text"/> is too long.</exception>
    public void Close(ushort code = 0, string text = "")
    {
        PacketSessionOptions.ValidateText(text);
        _ = LeaveAsync(code, text, _connection.Options.CloseTimeout);
    }

    internal void Start()
    {
        if (_state == SessionState.Opening && !_options.IsServer)
        {
            (ulong toServer, ulong toClient) = _options.Protocol!.Value;
            _ = Resumable?.Context.Lost is { } lost
                ? Send(lost.CreateResume())
                : Send(new Hello { ToServer = toServer, ToClient = toClient, Version = _options.Version, Token = Bytes(_options.Token) });
        }
    }

    /// <summary>Leaves, or refuses a client that has not opened its session. A client has nothing to say before the handshake has ended.</summary>
    /// <returns>A task that ends when the connection is closed. It never fails.</returns>
    internal Task LeaveAsync(ushort code, string text, TimeSpan timeout) => IsOpening && !_options.IsServer
        ? _connection.DisposeAsync().AsTask()
        : RefuseOrLeaveAsync(code == Draining ? RefusalReason.Draining : RefusalReason.Refused, text, new Leave { Code = code, Text = text }, timeout);

    /// <summary>Tells the peer that this side leaves. The caller closes the connection.</summary>
    internal void SendLeave(ushort code, string text) => _ = IsOpen && Send(new Leave { Code = code, Text = text });

    /// <summary>Sends a ping if one is due, fails requests whose time is over, and ends a handshake that takes too long.</summary>
    /// <returns>Whether the next check decides about the handshake.</returns>
    internal bool Tick(TimeSpan now, ref PolledDuration handshake)
    {
        if (IsOpen && _heartbeat.TryBegin(now) is not 0 and uint number)
        {
            _ = Send(new Ping { Number = number }, isForced: false);
        }

        _requests.Expire(now);
        if (handshake.HasReached(now, IsOpening, hasRestarted: false, _options.HandshakeTimeout))
        {
            string text = FormattableString.Invariant($"The handshake took longer than HandshakeTimeout, {_options.HandshakeTimeout}.");
            if (_options.IsServer)
            {
                _ = RefuseOrLeaveAsync(RefusalReason.HandshakeTimeout, text);
            }
            else
            {
                _connection.Close(PacketCloseReason.IdleTimeout, new SessionEndException(RefusalReason.HandshakeTimeout, text));
            }
        }

        return handshake.IsOverdue;
    }

    /// <summary>Notes that nothing more is received: the connection is closed, or the peer has ended it.</summary>
    internal void End()
    {
        if (TryProceed(SessionState.Leaving))
        {
            PacketConnectionException? failure = _connection.Failure;
            ReportHandshake(failure is { Refusal: not RefusalReason.None } ? failure.Refusal.ToString() : (failure?.Reason ?? PacketCloseReason.Remote).ToString());
        }

        _requests.Expire(TimeSpan.MaxValue, isEnd: true);
        _opened.TrySetResult(false);
        _ended.TrySetResult(true);
    }

    private void Decide(RefusalReason reason, string text, ReadOnlyMemory<byte> token)
    {
        if (reason != RefusalReason.None)
        {
            _ = RefuseOrLeaveAsync(reason, text);
        }
        else
        {
            Open(token);
        }
    }

    /// <summary>Begins another state during the handshake. If the handshake has ended, returns <see langword="false"/>.</summary>
    private bool TryProceed(SessionState next)
    {
        lock (_connection.Lifetime.Lock)
        {
            bool isOpening = IsOpening;
            _state = isOpening ? next : _state;
            return isOpening;
        }
    }

    /// <summary>Opens the session. A server tells the client, before its other packets.</summary>
    private void Open(ReadOnlyMemory<byte> token)
    {
        lock (_connection.Lifetime.Lock)
        {
            if (!TryProceed(SessionState.Open))
            {
                return;
            }

            if (_options.IsServer)
            {
                _ = Send(new Welcome { Version = _options.Version, Token = Bytes(token), Key = Bytes(Resumable?.CreateKey()) });
            }

            _connection.Lifetime.EndOpening();
        }

        ReportHandshake(null);
        _opened.TrySetResult(true);
    }

    /// <summary>Refuses a client during the handshake. Afterwards, leaves if there is a packet for that.</summary>
    private Task RefuseOrLeaveAsync(RefusalReason refusal, string text, Leave? leave = null, TimeSpan? timeout = null)
    {
        bool isOpening;
        lock (_connection.Lifetime.Lock)
        {
            isOpening = IsOpening;
            if (!isOpening && (leave is null || Leaving is not null))
            {
                return Leaving ?? Task.CompletedTask;
            }

            _ = Send(isOpening ? new Refusal { Reason = refusal, Text = text } : leave!);
            _state = SessionState.Leaving;
            _connection.Lifetime.Complete(refusal == RefusalReason.HandshakeTimeout ? PacketCloseReason.IdleTimeout : PacketCloseReason.Local);

            // Not on this thread, which may be in a payload writer, a handler or a timer.
            Leaving = Task.Run(() => FinishLeavingAsync(timeout ?? _connection.Options.CloseTimeout));
            _opened.TrySetResult(false);
        }

        if (isOpening)
        {
            ReportHandshake(refusal.ToString());
        }

        return Leaving;
    }

    private void ReportHandshake(string? error) =>
        ConnectionTelemetry.EndedHandshake(_options.IsServer, Now - _connection.Lifetime.BeganOpening, error, _connection.RemoteEndPoint);

    private async Task FinishLeavingAsync(TimeSpan timeout)
    {
        try
        {
            using CancellationTokenSource deadline = DeadlineTokens.Create(_connection.Options.TimeProvider, timeout);
            await _connection.CompleteAsync(deadline.Token).ConfigureAwait(false);

            // If a socket is closed while bytes arrive, the connection is reset, and the peer can lose the last packet. So packets are
            // discarded, here or by the read of the application.
            while (!_ended.Task.IsCompleted && await _connection.TryReadForSessionAsync(deadline.Token).ConfigureAwait(false))
            {
            }

            await TaskWaits.WaitAsync(_ended.Task, deadline.Token).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The connection has failed, or the time is over. It is closed in any case.
        }

        _connection.Close(PacketCloseReason.Local, null);
    }

    private static FieldList<byte>? Bytes(ReadOnlyMemory<byte> token) => token.IsEmpty ? null : new FieldList<byte>(token.Span);

    private bool Send(IPacket table) => Send(new SessionTable(table));

    /// <summary>Sends a packet of session.fbs on a thread of the pool. It can be forced during the handshake, and if too many bytes wait.</summary>
    private bool Send<TPacket>(in TPacket packet, bool isForced = true)
        where TPacket : struct, IPacket
    {
        try
        {
            return _connection.Sends.TrySend(WithId(packet), starts: true, isForced);
        }
        catch (Exception)
        {
            // An observer threw it, or this call comes from one. The caller can be a timer or the thread that reads.
            return false;
        }
    }
}
