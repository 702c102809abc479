using System;

namespace Codec.Soak;

/// <summary>A clock that, after <see cref="Start"/>, jumps by up to an hour forwards or backwards at each call.</summary>
internal sealed class SteppingClock(int seed) : TimeProvider
{
    private readonly Random _random = new(seed);
    private volatile bool _jumps;

    /// <summary>Starts the jumps.</summary>
    public void Start() => _jumps = true;

    public override long GetTimestamp() => base.GetTimestamp() + (_jumps ? Jump().Ticks * (TimestampFrequency / TimeSpan.TicksPerSecond) : 0);

    public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + (_jumps ? Jump() : TimeSpan.Zero);

    private TimeSpan Jump()
    {
        lock (_random)
        {
            return TimeSpan.FromSeconds(_random.Next(-3600, 3600));
        }
    }
}
