using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Closes a connection whose peer does not complete a packet, does not send or does not read for too long.</summary>
/// <remarks>
/// After the process was stopped, or while the thread pool is busy, a check can run before a read whose bytes have arrived. So a check that finds that a
/// deadline has passed closes nothing. A later check closes the connection if it finds the same, and the socket has no unread bytes.
/// </remarks>
internal sealed class DeadlineWatchdog : IDisposable
{
    // Four checks run in this time, and each acknowledges what was received.
    private static readonly TimeSpan LongestAcknowledgment = TimeSpan.FromSeconds(4);

    private readonly PacketConnection _connection;
    private readonly TimeSpan _silenceLimit;
    private readonly TimeSpan _period;
    private readonly TimeSpan _confirmation;
    private readonly ITimer? _timer;
    private (long Received, long Position, long Written) _last;
    private long _lastAcknowledged;
    private PolledDuration _halfPacket;
    private PolledDuration _silence;
    private PolledDuration _stuckWrite;
    private PolledDuration _handshake;
    private int _isChecking;

    /// <summary>
    /// Starts the checks of a connection, if its options have a deadline. Over a <see cref="PolledTransport"/>, the polling thread calls
    /// <see cref="Check()"/>. The watchdog also frees the unused memory of the connection's queue.
    /// </summary>
    internal DeadlineWatchdog(PacketConnection connection)
    {
        PacketConnectionOptions options = connection.Options;
        _connection = connection;
        _silenceLimit = options.IdleTimeout;
        TimeSpan shortest = Shorter(options.HalfPacketTimeout, options.IdleTimeout);
        if (options.Session is { } session)
        {
            // The limit leaves time for its confirmation. With two checks in an interval, a dead peer is found at most an interval after the timeout.
            TimeSpan silence = session.Silence;
            _silenceLimit = Shorter(_silenceLimit, silence - TimeSpan.FromTicks(Math.Min(silence.Ticks / 5, TimeSpan.TicksPerSecond)));
            shortest = Shorter(Shorter(shortest, session.RequestTimeout), session.HandshakeTimeout);
            shortest = session.CanResume ? Shorter(Shorter(shortest, session.ResumeTimeout), LongestAcknowledgment) : shortest;
            shortest = Shorter(shortest, session.HeartbeatInterval + session.HeartbeatInterval);
        }

        if (shortest < TimeSpan.Zero || connection.Transport is PolledTransport)
        {
            return;
        }

        connection.Sends.KeepBlocks();

        // There are four checks per shortest deadline. A deadline runs from the first check that finds its condition true, so it never ends early. It
        // ends at most a quarter late, or two quarters if a check ran slightly early, and after the confirmation.
        _period = TimeSpan.FromMilliseconds(Math.Max(1, (long)shortest.TotalMilliseconds / 4));
        _confirmation = TimeSpan.FromMilliseconds(Math.Max(1, Math.Ceiling(PolledDuration.GetConfirmation(shortest).TotalMilliseconds)));

        // The runtime's list of timers refers to the state. With the weak reference, a connection that nothing else refers to can be collected. A
        // pending read or write refers to the connection, and so to the watchdog.
        WeakReference<DeadlineWatchdog> watchdog = new(this);
        _timer = WithoutContext.Make(() => options.TimeProvider.CreateTimer(Check, watchdog, _period, _period));
    }

    public void Dispose() => _timer?.Dispose();

    private static void Check(object? state)
    {
        if (((WeakReference<DeadlineWatchdog>)state!).TryGetTarget(out DeadlineWatchdog? watchdog))
        {
            watchdog.Check();
        }
    }

    internal void Check()
    {
        // If the thread pool is busy, two checks of the timer can run at once.
        if (Interlocked.Exchange(ref _isChecking, 1) != 0)
        {
            return;
        }

        PacketConnectionOptions options = _connection.Options;
        long received = _connection.Received.Received;
        long position = _connection.Reader.Position;
        ResumableTransport? resumable = _connection.Transport as ResumableTransport;
        bool isCut = resumable?.IsCut == true;
        bool isWaiting = _connection.Received.IsWaiting && !isCut;
        bool isWriting = _connection.Sends.Poll(out long written) && !isCut;
        bool hasWritten = written != _last.Written;
        bool hasReceived = received != _last.Received;
        bool hasRead = position != _last.Position;
        _last = (received, position, written);
        if (!isWriting && !hasWritten && _timer is not null)
        {
            _connection.Sends.Trim();
        }

        TimeSpan now = options.TimeProvider.GetElapsedTime(0);

        // A packet can be late only if a part of it was received and a read waits for the rest.
        bool isLate = _halfPacket.HasReached(now, isWaiting && received != position, hasRead, options.HalfPacketTimeout);

        // The peer is silent only if a read waits. A write is stuck if it does not end, even if bytes are received: the peer may send and never read.
        bool isSilent = _silence.HasReached(now, isWaiting, hasReceived, _silenceLimit);
        bool isStuck = _stuckWrite.HasReached(now, isWriting, hasWritten || (isWriting && HasPeerTaken()), options.IdleTimeout);
        if ((isLate || isSilent) && (_connection.Transport.HasUnreadInput || _connection.Received.Received != received))
        {
            // The bytes have arrived, and are read before the next check, or were read during this one.
            isLate = isSilent = false;
        }

        bool isDead = isLate || isSilent || isStuck;
        if (resumable?.Check(now, isDead) != true && isDead)
        {
            Close(isLate, received, position);
        }
        else if (_connection.Session?.Tick(now, ref _handshake) == true || _halfPacket.IsOverdue || _silence.IsOverdue || _stuckWrite.IsOverdue)
        {
            _timer?.Change(_confirmation, _period);
        }

        Volatile.Write(ref _isChecking, 0);
    }

    /// <summary>Returns the shorter one of two timeouts, which may be negative for no limit.</summary>
    private static TimeSpan Shorter(TimeSpan timeout, TimeSpan other) =>
        other >= TimeSpan.Zero && (timeout < TimeSpan.Zero || other < timeout) ? other : timeout;

    /// <summary>
    /// Returns whether the peer's system has taken bytes since the last call. Linux continues a write only when a third of the send buffer is free, which can
    /// take a slow peer minutes.
    /// </summary>
    private bool HasPeerTaken()
    {
        long acknowledged = _connection.Options.IdleTimeout < TimeSpan.Zero ? 0 : _connection.Transport.Acknowledged;
        bool hasTaken = acknowledged != _lastAcknowledged;
        _lastAcknowledged = acknowledged;
        return hasTaken;
    }

    private void Close(bool isLate, long received, long position)
    {
        InvalidPacketException? cause = null;
        if (isLate)
        {
            PacketError error = received - position < _connection.Format.HeaderSize ? PacketError.HeaderTruncated : PacketError.PayloadTruncated;
            cause = new InvalidPacketException(error, position, position == 0 ? _connection.Received.Guess(_connection.Format) : PacketHint.None);
        }

        PacketCloseReason reason = isLate ? PacketCloseReason.HalfPacketTimeout : PacketCloseReason.IdleTimeout;
        if (_timer is null)
        {
            _connection.Close(reason, cause);
        }
        else
        {
            // On a thread of the pool, because a payload writer can move the clock while the connection's lock is held.
            _ = Task.Run(() => _connection.Close(reason, cause));
        }
    }
}
