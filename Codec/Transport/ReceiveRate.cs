namespace Codec.Transport;

/// <summary>Limits the number of packets or bytes that a peer may send in a second. An unused part of the limit is kept.</summary>
/// <param name="perSecond">The limit, which a peer may use at once at the start.</param>
/// <param name="frequency">The number of ticks of the clock in a second.</param>
/// <param name="start">The time in ticks of the clock.</param>
internal struct ReceiveRate(long perSecond, long frequency, long start)
{
    // The part of the limit that was in use at the time of the last change, negative if more than the limit was unused. Whole packets and bytes are exact
    // in a double, but ticks of a clock that started long ago are not.
    private double _used;
    private long _last = start;

    /// <summary>Reduces the unused part of the limit to that of a second. Called when everything that the peer has sent was counted.</summary>
    /// <param name="now">The time in ticks of the clock.</param>
    internal void KeepOneSecond(long now)
    {
        _used = Math.Max(UsedAt(now), 0);
        _last = now;
    }

    /// <summary>Counts received packets or bytes. Returns <see langword="false"/> if the limit is exceeded, or if <paramref name="count"/> alone exceeds it.</summary>
    internal bool TryTake(long count, long now)
    {
        double used = UsedAt(now) + count;
        if (used > perSecond || count > perSecond)
        {
            return false;
        }

        _used = used;
        _last = now;
        return true;
    }

    private readonly double UsedAt(long now) => _used - ((double)Math.Max(now - _last, 0) * perSecond / frequency);
}
