using System.Runtime.InteropServices;

namespace Codec.Cli.Stats;

/// <summary>Counts packets over time, in a limited number of intervals whose length grows with the duration.</summary>
internal sealed class TimeLine
{
    /// <summary>The largest number of intervals, which suits terminals.</summary>
    public const int Capacity = 128;

    private const long FirstInterval = 1_000_000;

    // 73 years, so that the difference of two times does not overflow.
    private const long MaxTime = 1L << 61;

    // By the index of the interval, which is negative before the first packet.
    private Dictionary<long, long> _packets = [];
    private int _doublings;
    private long _first;
    private long _last = -1;

    /// <summary>Gets the length of an interval in nanoseconds.</summary>
    public long Interval => FirstInterval << _doublings;

    /// <summary>Gets the start of the first interval in nanoseconds since the first packet. Negative if the time of a later packet is earlier.</summary>
    public long Start => _first * Interval;

    public int Count => (int)(_last - _first) + 1;

    /// <summary>Gets the number of packets in each interval.</summary>
    public IEnumerable<long> Packets => Enumerable.Range(0, Count).Select(index => _packets.GetValueOrDefault(_first + index));

    /// <summary>Adds a packet.</summary>
    /// <param name="time">The time since the first packet, in nanoseconds.</param>
    public void Add(long time)
    {
        (long quotient, long rest) = Math.DivRem(Math.Clamp(time, -MaxTime, MaxTime), FirstInterval);
        long index = (rest < 0 ? quotient - 1 : quotient) >> _doublings;
        _first = Math.Min(_first, index);
        _last = Math.Max(_last, index);
        for (; _last - _first >= Capacity; _doublings++)
        {
            (index, _first, _last) = (index >> 1, _first >> 1, _last >> 1);
            _packets = _packets.GroupBy(count => count.Key >> 1, count => count.Value).ToDictionary(counts => counts.Key, counts => counts.Sum());
        }

        CollectionsMarshal.GetValueRefOrAddDefault(_packets, index, out _)++;
    }
}
