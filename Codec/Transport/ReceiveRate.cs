namespace Codec.Transport;

/// <summary>Limits the number of packets or bytes that a peer may send in a second. An unused part of the limit is kept for a second.</summary>
/// <param name="perSecond">The limit.</param>
/// <param name="frequency">The number of ticks of the clock in a second.</param>
internal struct ReceiveRate(long perSecond, long frequency)
{
    private readonly double _ticks = (double)frequency / perSecond;

    // The time until which the received packets or bytes use up the limit, in ticks.
    private double _usedUntil = double.MinValue;

    /// <summary>Counts received packets or bytes.</summary>
    /// <param name="count">The number of packets or bytes.</param>
    /// <param name="now">The time in ticks of the clock.</param>
    /// <returns><see langword="false"/> if the limit was exceeded.</returns>
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
