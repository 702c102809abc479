using System;
using System.Diagnostics;
using System.Threading;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <content>The peer's deadlines.</content>
public sealed partial class PacketConnection
{
    private Timer? _watch;
    private long _seenReceived;
    private long _seenPosition;
    private long _seenWritten;
    private LastingState _halfPacket;
    private LastingState _silence;
    private LastingState _stuckWrite;

    private void StartWatching()
    {
        TimeSpan shortest = _options.HalfPacketTimeout;
        if (shortest < TimeSpan.Zero || (_options.IdleTimeout >= TimeSpan.Zero && _options.IdleTimeout < shortest))
        {
            shortest = _options.IdleTimeout;
        }

        if (shortest >= TimeSpan.Zero)
        {
            _pending.KeepFor(_options.SendLimit);

            // Four looks per deadline, which runs from the first look that sees its cause: never too early, and a quarter too late at most, or two
            // where a look came a moment early.
            long period = Math.Max(1, (long)shortest.TotalMilliseconds / 4);
            // The runtime's list of timers holds the state: with a weak reference, a connection that was forgotten can be collected. One that a
            // read or a write waits for is held by what it waits for.
            WeakReference<PacketConnection> connection = new(this);
            _watch = WithoutContext.Make(() => new Timer(Watch, connection, period, period));
        }
    }

    private static void Watch(object? state)
    {
        if (((WeakReference<PacketConnection>)state!).TryGetTarget(out PacketConnection? connection))
        {
            connection.Watch();
        }
    }

    private void Watch()
    {
        long now = Stopwatch.GetTimestamp();
        long received = _received.Received;
        long position = _reader.Position;
        bool isWaiting = _received.IsWaiting;
        bool isWriting;
        bool hasWritten;
        lock (_lock)
        {
            isWriting = _isWriting;
            hasWritten = _written != _seenWritten;
            _seenWritten = _written;
            if (!isWriting && !hasWritten)
            {
                _pending.Trim();
            }
        }

        bool hasReceived = received != _seenReceived;
        bool hasTaken = position != _seenPosition;
        _seenReceived = received;
        _seenPosition = position;

        // Between packets, or while the application is busy, no packet is late.
        bool isLate = _halfPacket.HasLasted(now, isWaiting && received != position, hasTaken, _options.HalfPacketTimeout);

        // Where nobody reads, a peer's silence says nothing, but that it takes nothing of what is written to it does.
        bool isSilent = _silence.HasLasted(now, isWaiting, hasReceived, _options.IdleTimeout);
        bool isStuck = _stuckWrite.HasLasted(now, isWriting, hasWritten || hasReceived, _options.IdleTimeout);
        if (isLate)
        {
            PacketError error = received - position < Format.HeaderSize ? PacketError.HeaderTruncated : PacketError.PayloadTruncated;
            PacketHint hint = position == 0 ? _received.Guess(Format) : PacketHint.None;
            Fail(PacketCloseReason.HalfPacketTimeout, new InvalidPacketException(error, position, hint));
        }
        else if (isSilent || isStuck)
        {
            Fail(PacketCloseReason.IdleTimeout, null);
        }
    }
}
