using System;
using Codec.Capture.Compat;

namespace Codec.Capture;

/// <summary>A clock that does not go back: a time provider's, or the cheapest that the system has, because it is read for each packet.</summary>
internal readonly struct CaptureClock
{
    // Null for the system's.
    private readonly TimeProvider? _provider;

    internal CaptureClock(TimeProvider provider) => _provider = ReferenceEquals(provider, TimeProvider.System) ? null : provider;

    internal long GetTimestamp() => _provider is null ? CoarseClock.GetTimestamp() : _provider.GetTimestamp();

    /// <summary>Returns a time in the clock's units, or the largest number if it does not fit.</summary>
    internal long ToTimestamps(TimeSpan time)
    {
        double timestamps = time.TotalSeconds * (_provider is null ? CoarseClock.Frequency : _provider.TimestampFrequency);
        return timestamps < long.MaxValue ? (long)timestamps : long.MaxValue;
    }
}
