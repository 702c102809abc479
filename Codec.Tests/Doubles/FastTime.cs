namespace Codec.Tests.Doubles;

/// <summary>A clock whose time passes fifty times as fast.</summary>
internal sealed class FastTime : TimeProvider
{
    private const int Factor = 50;

    public override long TimestampFrequency => System.TimestampFrequency / Factor;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        System.CreateTimer(callback, state, Shorten(dueTime), Shorten(period));

    private static TimeSpan Shorten(TimeSpan time) => time > TimeSpan.Zero ? time / Factor : time;
}
