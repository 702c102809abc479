namespace Codec.Capture;

/// <summary>
/// A monotonic clock that is read for each packet: that of a time provider or, for the system's time provider, the cheapest clock of the system.
/// </summary>
internal readonly struct CaptureClock(TimeProvider provider)
{
    // Null for the clock of the system.
    private readonly TimeProvider? _provider = ReferenceEquals(provider, TimeProvider.System) ? null : provider;

    internal long GetTimestamp() => _provider is null ? CoarseClock.GetTimestamp() : _provider.GetTimestamp();

    /// <summary>Returns a time in the clock's units, or the largest number if the time is longer.</summary>
    internal long ToTimestamps(TimeSpan time)
    {
        double timestamps = time.TotalSeconds * (_provider is null ? CoarseClock.Frequency : _provider.TimestampFrequency);
        return timestamps < long.MaxValue ? (long)timestamps : long.MaxValue;
    }
}
