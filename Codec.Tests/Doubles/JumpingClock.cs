namespace Codec.Tests.Doubles;

/// <summary>The clock of a process that is stopped and continued: after each jump, a timer that is due calls once, before anything else runs.</summary>
internal sealed class JumpingClock : TimeProvider
{
    private readonly List<JumpingTimer> _timers = [];
    private long _now;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Interlocked.Read(ref _now);

    public void Jump(double seconds)
    {
        Interlocked.Add(ref _now, TimeSpan.FromSeconds(seconds).Ticks);
        JumpingTimer[] timers;
        lock (_timers)
        {
            timers = [.. _timers];
        }

        foreach (JumpingTimer timer in timers.Where(timer => timer.IsDue()))
        {
            timer.Call();
        }
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        JumpingTimer timer = new(this, () => callback(state));
        timer.Change(dueTime, period);
        lock (_timers)
        {
            _timers.Add(timer);
        }

        return timer;
    }

    private sealed class JumpingTimer(JumpingClock clock, Action call) : ITimer
    {
        private long _due = long.MaxValue;
        private long _period;

        public void Call() => call();

        public bool IsDue()
        {
            lock (clock._timers)
            {
                long now = clock.GetTimestamp();
                if (_due > now)
                {
                    return false;
                }

                _due = _period < 0 ? long.MaxValue : now + _period;
                return true;
            }
        }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (clock._timers)
            {
                _due = dueTime < TimeSpan.Zero ? long.MaxValue : clock.GetTimestamp() + dueTime.Ticks;
                _period = period.Ticks;
                return true;
            }
        }

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return default;
        }
    }
}
