using Codec.Framing;

namespace Codec.Transport;

internal sealed class ReceiveRates
{
    private readonly ReceiveProgress _progress;
    private readonly TimeProvider _time;
    private ReceiveRate _packets;
    private ReceiveRate _bytes;

    internal ReceiveRates(PacketConnectionOptions options, ReceiveProgress progress)
    {
        _progress = progress;
        _time = options.TimeProvider;
        long now = _time.GetTimestamp();
        _packets = new ReceiveRate(options.MaxReceivedPacketsPerSecond, _time.TimestampFrequency, now);
        _bytes = new ReceiveRate(options.MaxReceivedBytesPerSecond, _time.TimestampFrequency, now);
    }

    /// <summary>Counts a packet of <paramref name="length"/> bytes. Returns <see langword="false"/> if the peer sends too much.</summary>
    internal bool TryTake(int length)
    {
        // Only when a read has waited, everything that had arrived was counted. Until then, packets can be from a time in which the application did not
        // read, such as during a long handler.
        if (_progress.TakeWaitEnd() is { } waitEnd)
        {
            _packets.KeepOneSecond(waitEnd);
            _bytes.KeepOneSecond(waitEnd);
        }

        long now = _time.GetTimestamp();
        return _packets.TryTake(1, now) && _bytes.TryTake(length, now);
    }
}
