using System;

namespace Codec.Cli.Statistics;

/// <summary>Counts packets over time, in a fixed number of intervals whose length grows with the duration.</summary>
internal sealed class TimeLine
{
    /// <summary>The number of intervals, which suits terminals.</summary>
    public const int Capacity = 128;

    private const long FirstInterval = 1_000_000;

    private readonly long[] _packets = new long[Capacity];

    /// <summary>Gets the length of an interval in nanoseconds.</summary>
    public long Interval { get; private set; } = FirstInterval;

    /// <summary>Gets the number of intervals up to the last packet.</summary>
    public int Count { get; private set; }

    public ReadOnlySpan<long> Packets => _packets.AsSpan(0, Count);

    /// <summary>Adds a packet.</summary>
    /// <param name="time">The time since the first packet, in nanoseconds. A negative time counts as 0.</param>
    public void Add(long time)
    {
        time = Math.Max(0, time);
        while (time / Interval >= Capacity)
        {
            Double();
        }

        int index = (int)(time / Interval);
        _packets[index]++;
        Count = Math.Max(Count, index + 1);
    }

    private void Double()
    {
        for (int i = 0; i < Capacity / 2; i++)
        {
            _packets[i] = _packets[2 * i] + _packets[(2 * i) + 1];
        }

        _packets.AsSpan(Capacity / 2).Clear();
        Interval *= 2;
        Count = (Count + 1) / 2;
    }
}
