using System;

namespace Codec.Transport;

/// <summary>Limits the number of packets or bytes that a peer may send in a second. An unused part of the limit is kept for a second.</summary>
/// <param name="perSecond">The limit.</param>
/// <param name="frequency">The number of ticks of the clock in a second.</param>
internal struct ReceiveRate(long perSecond, long frequency)
{
    // The part of the limit that was in use at the time of the last call that succeeded. Whole packets and bytes are exact in a double, but ticks of a
    // clock that started long ago are not.
    private double _used;
    private long _last;

    /// <summary>Counts received packets or bytes.</summary>
    /// <param name="count">The number of packets or bytes.</param>
    /// <param name="now">The time in ticks of the clock.</param>
    /// <returns><see langword="false"/> if the limit was exceeded.</returns>
    internal bool TryTake(long count, long now)
    {
        double freed = (double)Math.Max(now - _last, 0) * perSecond / frequency;
        double used = Math.Max(_used - freed, 0) + count;
        if (used > perSecond)
        {
            return false;
        }

        _used = used;
        _last = now;
        return true;
    }
}
