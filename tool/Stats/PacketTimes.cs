namespace Codec.Cli.Stats;

internal sealed class PacketTimes
{
    /// <summary>The length of the interval of bursts, in nanoseconds.</summary>
    public const long BurstInterval = 100_000_000;

    private long _earliest = -1;
    private long _latest = -1;
    private long _last = -1;
    private long _burstStart;
    private long _burst;

    /// <summary>Gets the longest gaps between packets in nanoseconds, with their start times.</summary>
    public TopList<long> Gaps { get; } = new();

    /// <summary>Gets the largest numbers of packets in an interval, with the start time of the interval.</summary>
    public TopList<long> Bursts { get; } = new();

    /// <summary>Gets the time of the first packet in nanoseconds since 1970, or -1 if packets have no time.</summary>
    public long Start { get; private set; } = -1;

    /// <summary>Gets the time between the earliest and the latest packet, in nanoseconds.</summary>
    public long Duration => _latest - _earliest;

    public void Add(long nanoseconds)
    {
        if (Start < 0)
        {
            Start = _earliest = _latest = _last = _burstStart = nanoseconds;
        }

        _earliest = Math.Min(_earliest, nanoseconds);
        _latest = Math.Max(_latest, nanoseconds);

        // Records from several processors or network cards are out of order by less than this time.
        // If the time goes back by more, the clock was set, or another capture begins, and there is no gap between the two.
        const long SetBack = 1_000_000_000;
        _last = nanoseconds < _last - SetBack ? nanoseconds : _last;
        long gap = nanoseconds - _last;
        if (gap > 0)
        {
            Gaps.Add(gap, _last - Start);
        }

        _last = Math.Max(_last, nanoseconds);
        if (nanoseconds - _burstStart is < 0 or >= BurstInterval)
        {
            Bursts.Add(_burst, _burstStart - Start);
            _burst = 0;
            long rest = (nanoseconds - Start) % BurstInterval;
            _burstStart = nanoseconds - (rest < 0 ? rest + BurstInterval : rest);
        }

        _burst++;
    }

    public void Finish()
    {
        if (_burst > 0)
        {
            Bursts.Add(_burst, _burstStart - Start);
            _burst = 0;
        }
    }
}
