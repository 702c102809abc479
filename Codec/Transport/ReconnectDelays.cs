using System;
using System.Diagnostics.CodeAnalysis;

namespace Codec.Transport;

/// <summary>Chooses how long a client waits before each attempt to connect again. Not thread-safe.</summary>
[SuppressMessage("Security", "CA5394:Do not use insecure randomness", Justification = "It spreads clients in time, and protects nothing.")]
internal sealed class ReconnectDelays(PacketClientOptions options)
{
    private readonly Random _random = new();
    private int _attempts;

    /// <summary>Starts again with the first delay.</summary>
    internal void Reset() => _attempts = 0;

    /// <summary>Returns the delay before the next attempt, or <see langword="null"/> after the last one.</summary>
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
