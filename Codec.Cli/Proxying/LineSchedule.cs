using System;

namespace Codec.Cli.Proxying;

/// <summary>Computes when bytes that a degraded line takes arrive at its other end. Not thread-safe.</summary>
/// <param name="conditions">How the line is degraded.</param>
/// <param name="clock">The clock, whose timestamps the times are.</param>
/// <param name="seed">The seed of the random numbers of this direction.</param>
public sealed class LineSchedule(LineConditions conditions, TimeProvider clock, int seed)
{
    // How much later a datagram arrives that others overtake: several intervals of a game that sends 60 times a second.
    private static readonly TimeSpan HoldBack = TimeSpan.FromMilliseconds(50);

    private readonly Random _random = new(seed);

    // When the line has sent all that it took, and when the last bytes that must stay in order arrive.
    private double _free;
    private double _last;

    /// <summary>Returns the delay between now and a time.</summary>
    /// <param name="due">A time that this schedule computed.</param>
    /// <returns>The delay; zero if the time has passed.</returns>
    public TimeSpan Until(long due)
    {
        long now = clock.GetTimestamp();
        return due <= now ? TimeSpan.Zero : clock.GetElapsedTime(now, due);
    }

    /// <summary>Returns how many bytes wait for the line to be sent at its rate.</summary>
    /// <returns>The number; zero without a rate.</returns>
    public double WaitingBytes() => double.IsPositiveInfinity(conditions.BytesPerSecond)
        ? 0
        : Math.Max(0, _free - clock.GetTimestamp()) / clock.TimestampFrequency * conditions.BytesPerSecond;

    /// <summary>Gives bytes of a stream to the line.</summary>
    /// <param name="count">The number of bytes.</param>
    /// <returns>When they arrive, never before bytes that the line took earlier.</returns>
    public long Next(int count)
    {
        _last = Math.Max(_last, Send(count));
        return (long)_last;
    }

    /// <summary>Gives a datagram to the line.</summary>
    /// <param name="count">The number of its bytes.</param>
    /// <returns>When it arrives, perhaps before one that the line took earlier, or <see langword="null"/> if it is lost.</returns>
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
