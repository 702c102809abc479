using System;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Closes a connection whose peer does not complete a packet, does not send or does not read for too long.</summary>
/// <remarks>
/// After the process was stopped, or while the thread pool is busy, a check can run before a read whose bytes have arrived. So a check that finds that a
/// deadline has passed closes nothing. A later check closes the connection if it finds the same, and if the socket has nothing that was not read.
/// </remarks>
internal sealed class DeadlineWatchdog : IDisposable
{
    private readonly PacketConnectionOptions _options;
    private readonly PacketTransport _transport;
    private readonly SendQueue _sends;
    private readonly StreamPipe _received;
    private readonly PacketReader _reader;
    private readonly Action<PacketCloseReason, Exception?> _close;
    private readonly TimeSpan _period;
    private readonly TimeSpan _confirmation;
    private readonly ITimer? _timer;
    private long _lastReceived;
    private long _lastPosition;
    private long _lastWritten;
    private long _lastAcknowledged;
    private PolledDuration _halfPacket;
    private PolledDuration _silence;
    private PolledDuration _stuckWrite;
    private int _isChecking;

    /// <summary>Starts the checks, if the options have a deadline. Over a <see cref="PolledTransport"/>, the polling thread calls <see cref="Check()"/>.</summary>
    /// <param name="options">The deadlines.</param>
    /// <param name="transport">The transport.</param>
    /// <param name="sends">The connection's queue, whose unused memory the watchdog frees.</param>
    /// <param name="received">The received bytes.</param>
    /// <param name="reader">The reader of <paramref name="received"/>.</param>
    /// <param name="close">Closes the connection. Called on a thread of the pool.</param>
    internal DeadlineWatchdog(
        PacketConnectionOptions options,
        PacketTransport transport,
        SendQueue sends,
        StreamPipe received,
        PacketReader reader,
        Action<PacketCloseReason, Exception?> close)
    {
        _options = options;
        _transport = transport;
        _sends = sends;
        _received = received;
        _reader = reader;
        _close = close;
        TimeSpan shortest = options.HalfPacketTimeout;
        if (shortest < TimeSpan.Zero || (options.IdleTimeout >= TimeSpan.Zero && options.IdleTimeout < shortest))
        {
            shortest = options.IdleTimeout;
        }

        if (shortest < TimeSpan.Zero || transport is PolledTransport)
        {
            return;
        }

        sends.KeepBlocks();

        // There are four checks per shortest deadline. A deadline runs from the first check that finds its condition true, so it never ends early. It
        // ends at most a quarter late, or two quarters if a check ran slightly early, and after the confirmation.
        _period = TimeSpan.FromMilliseconds(Math.Max(1, (long)shortest.TotalMilliseconds / 4));
        _confirmation = TimeSpan.FromMilliseconds(Math.Max(1, Math.Ceiling(PolledDuration.GetConfirmation(shortest).TotalMilliseconds)));

        // The runtime's list of timers refers to the state. With the weak reference, a connection that nothing else refers to can be collected. A
        // pending read or write refers to the connection, and so to the watchdog.
        WeakReference<DeadlineWatchdog> watchdog = new(this);
        _timer = WithoutContext.Make(() => options.TimeProvider.CreateTimer(Check, watchdog, _period, _period));
    }

    /// <summary>Stops the checks.</summary>
    public void Dispose() => _timer?.Dispose();

    private static void Check(object? state)
    {
        if (((WeakReference<DeadlineWatchdog>)state!).TryGetTarget(out DeadlineWatchdog? watchdog))
        {
            watchdog.Check();
        }
    }

    /// <summary>Checks the deadlines.</summary>
    internal void Check()
    {
        // If the thread pool is busy, two checks of the timer can run at once.
        if (Interlocked.Exchange(ref _isChecking, 1) != 0)
        {
            return;
        }

        long received = _received.Received;
        long position = _reader.Position;
        bool isWaiting = _received.IsWaiting;
        bool isWriting = _sends.Poll(out long written);
        bool hasWritten = written != _lastWritten;
        bool hasReceived = received != _lastReceived;
        bool hasRead = position != _lastPosition;
        _lastWritten = written;
        _lastReceived = received;
        _lastPosition = position;
        if (!isWriting && !hasWritten && _timer is not null)
        {
            _sends.Trim();
        }

        TimeSpan now = _options.TimeProvider.GetElapsedTime(0);

        // A packet can be late only if a part of it was received and a read waits for the rest.
        bool isLate = _halfPacket.HasReached(now, isWaiting && received != position, hasRead, _options.HalfPacketTimeout);

        // The peer is silent only if a read waits. A write is stuck if it does not end, even if bytes are received: the peer may send and never read.
        bool isSilent = _silence.HasReached(now, isWaiting, hasReceived, _options.IdleTimeout);
        bool isStuck = _stuckWrite.HasReached(now, isWriting, hasWritten || (isWriting && HasPeerTaken()), _options.IdleTimeout);
        if ((isLate || isSilent) && (_transport.HasUnreadInput || _received.Received != received))
        {
            // The bytes have arrived, and are read before the next check, or were read during this one.
            isLate = isSilent = false;
        }

        if (isLate || isSilent || isStuck)
        {
            Close(isLate, received, position);
        }
        else if (_halfPacket.IsOverdue || _silence.IsOverdue || _stuckWrite.IsOverdue)
        {
            _timer?.Change(_confirmation, _period);
        }

        Volatile.Write(ref _isChecking, 0);
    }

    /// <summary>
    /// Returns whether the peer's system has taken bytes since the last call. Linux continues a write only when a third of the send buffer is free, which can
    /// take a slow peer minutes.
    /// </summary>
    private bool HasPeerTaken()
    {
        long acknowledged = _options.IdleTimeout < TimeSpan.Zero ? 0 : _transport.Acknowledged;
        bool hasTaken = acknowledged != _lastAcknowledged;
        _lastAcknowledged = acknowledged;
        return hasTaken;
    }

    private void Close(bool isLate, long received, long position)
    {
        if (!isLate)
        {
            Close(PacketCloseReason.IdleTimeout, null);
            return;
        }

        PacketError error = received - position < _reader.Format.HeaderSize ? PacketError.HeaderTruncated : PacketError.PayloadTruncated;
        PacketHint hint = position == 0 ? _received.Guess(_reader.Format) : PacketHint.None;
        Close(PacketCloseReason.HalfPacketTimeout, new InvalidPacketException(error, position, hint));
    }

    private void Close(PacketCloseReason reason, Exception? cause)
    {
        if (_timer is null)
        {
            _close(reason, cause);
        }
        else
        {
            // On a thread of the pool, because a payload writer can move the clock while the connection's lock is held.
            _ = Task.Run(() => _close(reason, cause));
        }
    }
}
