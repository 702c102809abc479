using System;

namespace Codec.Transport;

/// <summary>Measures how long a condition has held, for code that checks it from time to time.</summary>
/// <remarks>The time runs from the first check that found the condition true, so the measured time is never too long.</remarks>
internal struct PolledDuration
{
    private TimeSpan _since;
    private bool _wasTrue;

    /// <summary>Records a check.</summary>
    /// <param name="now">The time of the check, from any start.</param>
    /// <param name="isTrue">Whether the condition holds now.</param>
    /// <param name="hasRestarted">Whether the condition is known to have been false since the last check.</param>
    /// <param name="timeout">The longest time that it may hold, or a negative time for no limit.</param>
    /// <returns>Whether the condition has held for <paramref name="timeout"/>.</returns>
    internal bool HasReached(TimeSpan now, bool isTrue, bool hasRestarted, TimeSpan timeout)
    {
        if (!_wasTrue || hasRestarted)
        {
            _since = now;
        }

        _wasTrue = isTrue;
        return isTrue && timeout >= TimeSpan.Zero && now - _since >= timeout;
    }
}
