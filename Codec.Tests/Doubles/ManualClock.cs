namespace Codec.Tests.Doubles;

/// <summary>A clock that jumps to the end of each wait when the wait starts, and records the waits.</summary>
internal sealed class ManualClock : TimeProvider
{
    public List<TimeSpan> Waits { get; } = [];

    /// <summary>Gets or sets the callback at the start of each wait, with the number of waits. It returns whether the wait ends by itself.</summary>
    public Func<int, bool>? OnWait { get; set; }

    public TimeSpan Now { get; set; }

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Now.Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Waits.Add(dueTime);
        if (OnWait is null || OnWait(Waits.Count))
        {
            Now += dueTime;
            ThreadPool.QueueUserWorkItem(_ => callback(state));
        }

        return new DoneTimer();
    }

    private sealed class DoneTimer : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => default;
    }
}
