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
    private long _receivedSince;
    private long _packetSince;

    private void StartWatching()
    {
        TimeSpan shortest = _options.HalfPacketTimeout;
        if (shortest < TimeSpan.Zero || (_options.IdleTimeout >= TimeSpan.Zero && _options.IdleTimeout < shortest))
        {
            shortest = _options.IdleTimeout;
        }

        if (shortest >= TimeSpan.Zero)
        {
            _receivedSince = _packetSince = Stopwatch.GetTimestamp();
            _pending.KeepFor(_options.SendLimit);

            // Four looks per deadline: at most a quarter too late.
            long period = Math.Max(1, (long)shortest.TotalMilliseconds / 4);
            _watch = new Timer(static connection => ((PacketConnection)connection!).Watch(), this, period, period);
        }
    }

    private void Watch()
    {
        long now = Stopwatch.GetTimestamp();
        long received = _received.Received;
        long position = _reader.Position;
        bool isStuck;
        lock (_lock)
        {
            bool hasWritten = _written != _seenWritten;
            isStuck = _isWriting && !hasWritten;
            _seenWritten = _written;
            if (!_isWriting && !hasWritten)
            {
                _pending.Trim();
            }
        }

        // Where nobody reads, a peer's silence says nothing, but that it takes nothing of what is written to it does.
        if (received != _seenReceived || !(isStuck || _received.IsWaiting))
        {
            _seenReceived = received;
            _receivedSince = now;
        }

        // Between packets, or while the application is busy, no packet is late.
        if (position != _seenPosition || received == position || !_received.IsWaiting)
        {
            _seenPosition = position;
            _packetSince = now;
        }

        if (HasPassed(_packetSince, now, _options.HalfPacketTimeout))
        {
            PacketError error = received - position < Format.HeaderSize ? PacketError.HeaderTruncated : PacketError.PayloadTruncated;
            PacketHint hint = position == 0 ? _received.Guess(Format) : PacketHint.None;
            Fail(PacketCloseReason.HalfPacketTimeout, new InvalidPacketException(error, position, hint));
        }
        else if (HasPassed(_receivedSince, now, _options.IdleTimeout))
        {
            Fail(PacketCloseReason.IdleTimeout, null);
        }
    }

    private static bool HasPassed(long since, long now, TimeSpan timeout) =>
        timeout >= TimeSpan.Zero && (now - since) / (double)Stopwatch.Frequency >= timeout.TotalSeconds;
}
