namespace Codec.Capture;

/// <summary>The settings of a <see cref="CaptureReplay"/>. Immutable, and safe to share.</summary>
public sealed class CaptureReplayOptions
{
    /// <summary>Gets the default settings.</summary>
    public static CaptureReplayOptions Default { get; } = new();

    /// <summary>Gets the factor of the recorded pace: 10 is ten times as fast, and infinity does not wait. 1 by default.</summary>
    public double Speed { get; init; } = 1;

    /// <summary>
    /// Gets the longest wait between two packets. A longer wait, for example after a change of the clock, is shortened. 10 minutes by
    /// default.
    /// </summary>
    public TimeSpan LongestPause { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Gets the direction of the packets to replay. <see cref="CaptureDirection.Unknown"/>, the default, replays all packets.</summary>
    public CaptureDirection Direction { get; init; }

    /// <summary>Gets the clock. The system's clock by default.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    internal void Check()
    {
        if (!(Speed > 0))
        {
            Throw.ReplaySpeedNotPositive(Speed);
        }

        // The longest delay of a timer, in milliseconds.
        const long LongestTimer = uint.MaxValue - 1L;
        Throw.IfOutOfRange(nameof(LongestPause), LongestPause.Ticks, 0, LongestTimer * TimeSpan.TicksPerMillisecond);
        if (Direction > CaptureDirection.Outbound)
        {
            Throw.UndefinedValue(nameof(Direction), (int)Direction);
        }

        Throw.IfNull(TimeProvider, nameof(TimeProvider));
    }
}
