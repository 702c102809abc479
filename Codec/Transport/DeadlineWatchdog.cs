using System;
using System.Threading;
using Codec.Compat;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Closes a connection whose peer does not complete a packet, does not send or does not read for too long.</summary>
/// <remarks>
/// While the thread pool is busy, a check can run before the continuation of a read whose bytes have arrived. So a check that finds that a deadline has
/// passed closes nothing. It queues another check after the work that waits, which closes the connection if it finds the same.
/// </remarks>
internal sealed class DeadlineWatchdog : PoolWork, IDisposable
{
    private readonly PacketConnectionOptions _options;
    private readonly SendQueue _sends;
    private readonly StreamPipe _received;
    private readonly PacketReader _reader;
    private readonly Action<PacketCloseReason, Exception?> _close;
    private readonly ITimer? _timer;
    private long _lastReceived;
    private long _lastPosition;
    private long _lastWritten;
    private PolledDuration _halfPacket;
    private PolledDuration _silence;
    private PolledDuration _stuckWrite;

    // 1 while the second check is queued or runs. Checks of the timer are then skipped.
    private int _isConfirming;

    /// <summary>Starts the checks, if the options have a deadline.</summary>
    /// <param name="options">The deadlines.</param>
    /// <param name="sends">The connection's queue, whose unused memory the watchdog frees.</param>
    /// <param name="received">The received bytes.</param>
    /// <param name="reader">The reader of <paramref name="received"/>.</param>
    /// <param name="close">Closes the connection. Called on a thread of the pool.</param>
    internal DeadlineWatchdog(
        PacketConnectionOptions options, SendQueue sends, StreamPipe received, PacketReader reader, Action<PacketCloseReason, Exception?> close)
    {
        _options = options;
        _sends = sends;
        _received = received;
        _reader = reader;
        _close = close;
        TimeSpan shortest = options.HalfPacketTimeout;
        if (shortest < TimeSpan.Zero || (options.IdleTimeout >= TimeSpan.Zero && options.IdleTimeout < shortest))
        {
            shortest = options.IdleTimeout;
        }

        if (shortest < TimeSpan.Zero)
        {
            return;
        }

        sends.KeepBlocks();

        // There are four checks per shortest deadline. A deadline runs from the first check that finds its condition true, so it never ends early. It
        // ends at most a quarter late, or two quarters if a check ran slightly early.
        TimeSpan period = TimeSpan.FromMilliseconds(Math.Max(1, (long)shortest.TotalMilliseconds / 4));

        // The runtime's list of timers refers to the state. With the weak reference, a connection that nothing else refers to can be collected. A
        // pending read or write refers to the connection, and so to the watchdog.
        WeakReference<DeadlineWatchdog> watchdog = new(this);
        _timer = WithoutContext.Make(() => options.TimeProvider.CreateTimer(Check, watchdog, period, period));
    }

    /// <summary>Stops the checks.</summary>
    public void Dispose() => _timer?.Dispose();

    /// <summary>Checks the deadlines again, and closes the connection if one has passed.</summary>
    public override void Execute()
    {
        Check(isConfirming: true);
        Volatile.Write(ref _isConfirming, 0);
    }

    private static void Check(object? state)
    {
        if (((WeakReference<DeadlineWatchdog>)state!).TryGetTarget(out DeadlineWatchdog? watchdog))
        {
            watchdog.Check(isConfirming: false);
        }
    }

    private void Check(bool isConfirming)
    {
        if (!isConfirming && Volatile.Read(ref _isConfirming) != 0)
        {
            return;
        }

        TimeSpan now = _options.TimeProvider.GetElapsedTime(0);
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
        if (!isWriting && !hasWritten)
        {
            _sends.Trim();
        }

        // A packet can be late only if a part of it was received and a read waits for the rest.
        bool isLate = _halfPacket.HasReached(now, isWaiting && received != position, hasRead, _options.HalfPacketTimeout);

        // The peer is silent only if a read waits. A write is stuck if it does not end, even if bytes are received: the peer may send and never read.
        bool isSilent = _silence.HasReached(now, isWaiting, hasReceived, _options.IdleTimeout);
        bool isStuck = _stuckWrite.HasReached(now, isWriting, hasWritten, _options.IdleTimeout);
        if (!isConfirming)
        {
            if ((isLate || isSilent || isStuck) && Interlocked.Exchange(ref _isConfirming, 1) == 0)
            {
                Queue();
            }
        }
        else if (isLate)
        {
            PacketError error = received - position < _reader.Format.HeaderSize ? PacketError.HeaderTruncated : PacketError.PayloadTruncated;
            PacketHint hint = position == 0 ? _received.Guess(_reader.Format) : PacketHint.None;
            _close(PacketCloseReason.HalfPacketTimeout, new InvalidPacketException(error, position, hint));
        }
        else if (isSilent || isStuck)
        {
            _close(PacketCloseReason.IdleTimeout, null);
        }
    }
}
