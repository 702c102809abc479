namespace Codec.Transport;

/// <summary>Measures how long a condition has held, for code that checks it from time to time.</summary>
/// <remarks>
/// The time runs from the first check that found the condition true, so the measured time is never too long. After the process was stopped, a check can
/// run before the bytes that arrived meanwhile are read. So the timeout is reached only at a later check, after the threads that read had time to run.
/// </remarks>
internal struct PolledDuration
{
    private TimeSpan _since;
    private TimeSpan _overdueSince;
    private bool _wasTrue;

    /// <summary>Creates a duration of a condition that has held since a time.</summary>
    internal PolledDuration(TimeSpan since)
    {
        _since = since;
        _wasTrue = true;
    }

    /// <summary>Gets whether the last check found that the timeout has passed.</summary>
    internal bool IsOverdue { get; private set; }

    /// <summary>Returns how long the condition must still hold after a check found that the timeout has passed.</summary>
    internal static TimeSpan GetConfirmation(TimeSpan timeout) => TimeSpan.FromTicks(Math.Min(timeout.Ticks / 4, TimeSpan.TicksPerSecond));

    /// <summary>Records a check.</summary>
    /// <param name="now">The time of the check, from any start. Read it after the condition, so that a restart is never dated too early.</param>
    /// <param name="isTrue">Whether the condition holds now.</param>
    /// <param name="hasRestarted">Whether the condition is known to have been false since the last check.</param>
    /// <param name="timeout">The longest time that it may hold, or a negative time for no limit.</param>
    /// <returns>Whether the condition has held for <paramref name="timeout"/> at an earlier check, and since then for <see cref="GetConfirmation"/>.</returns>
    internal bool HasReached(TimeSpan now, bool isTrue, bool hasRestarted, TimeSpan timeout)
    {
        if (!_wasTrue || hasRestarted)
        {
            _since = now;
        }

        bool wasOverdue = IsOverdue;
        _wasTrue = isTrue;
        IsOverdue = isTrue && timeout >= TimeSpan.Zero && now - _since >= timeout;
        if (!wasOverdue)
        {
            _overdueSince = now;
        }

        return IsOverdue && now - _overdueSince >= GetConfirmation(timeout);
    }
}
