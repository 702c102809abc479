using System;

namespace Codec.Soak;

/// <summary>A clock that jumps by up to an hour, forwards or back, each time it is asked, after <see cref="Start"/>.</summary>
internal sealed class SteppingClock(int seed) : TimeProvider
{
    private readonly Random _random = new(seed);
    private volatile bool _jumps;

    /// <summary>Begins to jump.</summary>
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
