namespace Codec.Transport;

/// <summary>Limits how much of something a peer may send in a second. What was not used is kept for a second.</summary>
/// <param name="perSecond">The limit.</param>
/// <param name="frequency">The ticks of the clock in a second.</param>
internal struct ReceiveRate(long perSecond, long frequency)
{
    private readonly double _ticks = (double)frequency / perSecond;

    // When the limit would be used up if it were sent evenly.
    private double _usedUntil = double.MinValue;

    /// <summary>Counts what was received.</summary>
    /// <param name="count">How much.</param>
    /// <param name="now">The time in ticks of the clock.</param>
    /// <returns><see langword="false"/> if it was more than the limit.</returns>
    internal bool TryTake(long count, long now)
    {
        double until = (_usedUntil > now ? _usedUntil : now) + (count * _ticks);
        if (until - now > frequency)
        {
            return false;
        }

        _usedUntil = until;
        return true;
    }
}
