using System;
using Codec.Framing;

namespace Codec.Transport;

/// <summary>The limits of <see cref="PacketConnectionOptions"/> on what a peer may send in a second. Used only by the reading thread.</summary>
internal sealed class ReceiveRates
{
    private readonly TimeProvider _time;
    private ReceiveRate _packets;
    private ReceiveRate _bytes;

    /// <summary>Starts to measure.</summary>
    internal ReceiveRates(PacketConnectionOptions options)
    {
        _time = options.TimeProvider;
        long now = _time.GetTimestamp();
        _packets = new ReceiveRate(options.MaxReceivedPacketsPerSecond, _time.TimestampFrequency, now);
        _bytes = new ReceiveRate(options.MaxReceivedBytesPerSecond, _time.TimestampFrequency, now);
    }

    /// <summary>Counts a packet.</summary>
    /// <param name="received">The received bytes.</param>
    /// <param name="length">The length of the packet in bytes.</param>
    /// <returns><see langword="false"/> if a limit was exceeded.</returns>
    internal bool TryTake(StreamPipe received, int length)
    {
        // Only when a read has waited, everything that had arrived was counted. Until then, packets can be from a time in which the application did not
        // read, such as during a long handler.
        if (received.TakeWaitEnd() is { } waitEnd)
        {
            _packets.KeepOneSecond(waitEnd);
            _bytes.KeepOneSecond(waitEnd);
        }

        long now = _time.GetTimestamp();
        return _packets.TryTake(1, now) && _bytes.TryTake(length, now);
    }
}
