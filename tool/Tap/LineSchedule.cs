namespace Codec.Cli.Tap;

/// <summary>Calculates when bytes arrive at the other end of a degraded line. Not thread-safe.</summary>
internal sealed class LineSchedule(LineConditions conditions, TimeProvider clock, int seed)
{
    // The additional delay of a reordered datagram: several intervals of a game that sends 60 times per second.
    private static readonly TimeSpan HoldBack = TimeSpan.FromMilliseconds(50);

    private readonly Random _random = new(seed);

    // The time when the line has sent all accepted bytes, and the arrival time of the last bytes that must stay in order.
    private double _free;
    private double _last;

    public TimeSpan Until(long due)
    {
        long now = clock.GetTimestamp();
        return due <= now ? TimeSpan.Zero : clock.GetElapsedTime(now, due);
    }

    /// <summary>Returns the number of bytes that are queued because of the rate of the line.</summary>
    public double WaitingBytes() => double.IsPositiveInfinity(conditions.BytesPerSecond)
        ? 0
        : Math.Max(0, _free - clock.GetTimestamp()) / clock.TimestampFrequency * conditions.BytesPerSecond;

    /// <summary>Schedules bytes of a stream. Returns the arrival time, which is never before that of earlier bytes.</summary>
    public long Next(int count)
    {
        _last = Math.Max(_last, Send(count));
        return (long)_last;
    }

    /// <summary>Schedules a datagram.</summary>
    /// <param name="count">The size of the datagram in bytes.</param>
    /// <returns>The arrival time, which may be before that of an earlier datagram, or <see langword="null"/> if the datagram is lost.</returns>
    public long? NextDatagram(int count)
    {
        if (IsChosen(conditions.Loss))
        {
            return null;
        }

        double arrival = Send(count);
        return (long)(IsChosen(conditions.Reorder) ? arrival + Units(HoldBack) : arrival);
    }

    private double Send(int count)
    {
        _free = Math.Max(_free, clock.GetTimestamp()) + (count / conditions.BytesPerSecond * clock.TimestampFrequency);
        double jitter = conditions.Jitter == TimeSpan.Zero ? 0 : Units(conditions.Jitter) * ((2 * Random()) - 1);
        return _free + Math.Max(0, Units(conditions.Delay) + jitter);
    }

    private bool IsChosen(double share) => share > 0 && Random() < share;

    private double Random() => _random.NextDouble();

    private double Units(TimeSpan time) => time.TotalSeconds * clock.TimestampFrequency;
}
