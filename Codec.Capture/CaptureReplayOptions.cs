using System;

namespace Codec.Capture;

/// <summary>The settings of a <see cref="CaptureReplay"/>. Read once, when the replay is created.</summary>
public sealed class CaptureReplayOptions
{
    /// <summary>How much faster than recorded: 1 is the recorded pace, 10 ten times that, infinity does not wait at all. 1 unless set.</summary>
    public double Speed { get; set; } = 1;

    /// <summary>
    /// The longest wait between two packets; a longer one, as after a clock that jumped, is cut to this. 10 minutes unless set.
    /// </summary>
    public TimeSpan LongestPause { get; set; } = TimeSpan.FromMinutes(10);

    /// <summary>The direction whose packets are replayed, or <see cref="CaptureDirection.Unknown"/> for all. All unless set.</summary>
    public CaptureDirection Direction { get; set; }

    /// <summary>The clock to wait by; the system's unless set.</summary>
    public TimeProvider TimeProvider { get; set; } = TimeProvider.System;

    internal void Check()
    {
        if (!(Speed > 0))
        {
            Throw.ReplaySpeedNotPositive(Speed);
        }

        // A timer takes no more, in milliseconds.
        const long LongestTimer = uint.MaxValue - 1L;
        if (LongestPause < TimeSpan.Zero)
        {
            Throw.NegativeArgument(nameof(LongestPause), LongestPause.Ticks);
        }

        if (LongestPause.TotalMilliseconds > LongestTimer)
        {
            Throw.ArgumentAbove(nameof(LongestPause), LongestPause.Ticks, LongestTimer * TimeSpan.TicksPerMillisecond);
        }

        if (TimeProvider is null)
        {
            Throw.ArgumentNull(nameof(TimeProvider));
        }
    }
}
