namespace Codec.Transport;

/// <summary>Chooses how long a client waits before each attempt to connect again. Not thread-safe.</summary>
[SuppressMessage("Security", "CA5394:Do not use insecure randomness", Justification = "It spreads clients in time, and protects nothing.")]
internal sealed class ReconnectDelays(PacketClientOptions options)
{
    private readonly Random _random = new();
    private int _attempts;
    private long _since;

    /// <summary>Gets the delay before the next attempt, or <see langword="null"/> if there is none.</summary>
    internal TimeSpan? Current { get; private set; }

    internal bool HasPassed => Current is { } delay && options.TimeProvider.GetElapsedTime(_since) >= delay;

    internal void Reset() => _attempts = 0;

    /// <summary>Begins the next delay, or none after the last one. Returns whether an attempt follows.</summary>
    internal bool TryBegin()
    {
        Current = Next();
        _since = options.TimeProvider.GetTimestamp();
        return Current is not null;
    }

    internal void End() => Current = null;

    internal TimeSpan? Next()
    {
        if (_attempts >= options.ReconnectAttempts)
        {
            return null;
        }

        // The exponent is limited, so that the power stays finite. 2 to the power of 40 milliseconds are 34 years, more than every maximum.
        double longest = Math.Min(options.MaxReconnectDelay.Ticks, options.ReconnectDelay.Ticks * Math.Pow(2, Math.Min(_attempts, 40)));
        _attempts++;
        return TimeSpan.FromTicks((long)(longest * (0.5 + (0.5 * _random.NextDouble()))));
    }
}
