namespace Codec.Sessions;

/// <summary>The pings of one side, and what their answers say about the line. Thread-safe; sends nothing itself.</summary>
internal sealed class SessionHeartbeat(TimeSpan interval)
{
    // The number of pings that are remembered, answered or not.
    private const int Window = 16;

    // The most answers to pings that may wait to be sent. Only a peer that does not read, or floods with pings, has more.
    private const int MaxWaitingPongs = 100;

    private readonly SyncLock _lock = new();
    private readonly Sample[] _samples = interval < TimeSpan.Zero ? [] : new Sample[Window];
    private uint _last;
    private TimeSpan _smoothed;
    private long _waitingPongs;

    // When this many bytes have been written, no answer waits.
    private long _pongsWritten;

    /// <summary>Gets the smoothed round-trip time (RFC 6298), the shortest one of the last 16 pings, and the clock offset that it measured.</summary>
    internal (TimeSpan Smoothed, TimeSpan Least, TimeSpan Offset) Measured
    {
        get
        {
            lock (_lock)
            {
                Sample least = default;
                foreach (Sample sample in _samples)
                {
                    least = sample.IsAnswered && (!least.IsAnswered || sample.RoundTrip < least.RoundTrip) ? sample : least;
                }

                return (_smoothed, least.RoundTrip, least.Offset);
            }
        }
    }

    /// <summary>Begins a ping, if it is due. The checks come at least twice in an interval.</summary>
    /// <returns>The number of the ping, or 0 if none is due.</returns>
    internal uint TryBegin(TimeSpan now)
    {
        lock (_lock)
        {
            if (interval < TimeSpan.Zero || (_last != 0 && now - _samples[_last % Window].Sent < interval - TimeSpan.FromTicks(interval.Ticks / 8)))
            {
                return 0;
            }

            _last = unchecked(_last + 1) == 0 ? 1 : _last + 1;
            _samples[_last % Window] = new Sample(_last, now);
            return _last;
        }
    }

    /// <summary>Takes the answer to a ping, with the microseconds of the peer's clock.</summary>
    /// <returns><see langword="false"/> if it answers no ping.</returns>
    internal bool TryEnd(uint number, ulong time, TimeSpan now, out TimeSpan roundTrip)
    {
        roundTrip = default;
        lock (_lock)
        {
            Sample sample = _samples.Length == 0 ? default : _samples[number % Window];
            if (number == 0 || sample.Number != number || sample.IsAnswered)
            {
                return false;
            }

            roundTrip = now - sample.Sent;
            TimeSpan offset = TimeSpan.FromTicks(unchecked((long)(time * 10)) - ((sample.Sent.Ticks + now.Ticks) / 2));
            _samples[number % Window] = new Sample(number, sample.Sent, roundTrip, offset, IsAnswered: true);
            _smoothed = _smoothed == TimeSpan.Zero ? roundTrip : _smoothed + TimeSpan.FromTicks((roundTrip - _smoothed).Ticks / 8);
            return true;
        }
    }

    /// <summary>Decides whether to answer a ping of the peer, from the numbers of bytes that this side has accepted and written.</summary>
    internal bool TryAnswer(long accepted, long written)
    {
        lock (_lock)
        {
            if (written >= _pongsWritten)
            {
                _waitingPongs = 0;
                _pongsWritten = accepted + 1;
            }

            return ++_waitingPongs <= MaxWaitingPongs;
        }
    }

    private readonly record struct Sample(
        uint Number, TimeSpan Sent, TimeSpan RoundTrip = default, TimeSpan Offset = default, bool IsAnswered = false);
}
