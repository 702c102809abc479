namespace Codec.Tests.Doubles;

/// <summary>A clock that counts its timers that are not disposed.</summary>
internal sealed class TimerCountingClock : FakeTimeProvider
{
    private int _timers;

    public int Timers => Volatile.Read(ref _timers);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Interlocked.Increment(ref _timers);
        return new CountedTimer(this, base.CreateTimer(callback, state, dueTime, period));
    }

    private sealed class CountedTimer(TimerCountingClock clock, ITimer timer) : ITimer
    {
        private int _isDisposed;

        public bool Change(TimeSpan dueTime, TimeSpan period) => timer.Change(dueTime, period);

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _isDisposed, 1) == 0)
            {
                Interlocked.Decrement(ref clock._timers);
            }

            timer.Dispose();
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return default;
        }
    }
}
