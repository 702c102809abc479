namespace Codec.Cli.Stats;

/// <summary>Counts packets over time, in a fixed number of intervals whose length grows with the duration.</summary>
internal sealed class TimeLine
{
    /// <summary>The number of intervals, which suits terminals.</summary>
    public const int Capacity = 128;

    private const long FirstInterval = 1_000_000;

    // 73 years, so that the difference of two times does not overflow.
    private const long MaxTime = 1L << 61;

    private readonly long[] _packets = new long[Capacity];

    /// <summary>Gets the length of an interval in nanoseconds.</summary>
    public long Interval { get; private set; } = FirstInterval;

    /// <summary>Gets the start of the first interval in nanoseconds since the first packet. Negative if the time of a later packet is earlier.</summary>
    public long Start { get; private set; }

    public int Count { get; private set; }

    public ReadOnlySpan<long> Packets => _packets.AsSpan(0, Count);

    /// <summary>Adds a packet.</summary>
    /// <param name="time">The time since the first packet, in nanoseconds.</param>
    public void Add(long time)
    {
        time = Math.Clamp(time, -MaxTime, MaxTime);
        while (time < Start)
        {
            Prepend(time);
        }

        while ((time - Start) / Interval >= Capacity)
        {
            Double();
        }

        int index = (int)((time - Start) / Interval);
        _packets[index]++;
        Count = Math.Max(Count, index + 1);
    }

    /// <summary>Makes room for an earlier time, or halves the number of intervals if there is none.</summary>
    private void Prepend(long time)
    {
        long added = ((Start - time - 1) / Interval) + 1;
        if (added > Capacity - Count)
        {
            Double();
            return;
        }

        _packets.AsSpan(0, Count).CopyTo(_packets.AsSpan((int)added));
        _packets.AsSpan(0, (int)added).Clear();
        Count += (int)added;
        Start -= added * Interval;
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
