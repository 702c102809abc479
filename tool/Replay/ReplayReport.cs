namespace Codec.Cli.Replay;

/// <summary>The counters and results of a replay. Thread-safe.</summary>
internal sealed class ReplayReport(TimeProvider clock)
{
    // More entries are not useful, and a load test can have millions.
    private const int MaxListed = 20;

    private readonly long _begin = clock.GetTimestamp();
    private readonly List<ReplayFinding> _differences = [];
    private readonly List<ReplayFinding> _failures = [];

    public long SentPackets { get; private set; }
    public long SentBytes { get; private set; }
    public long ReceivedPackets { get; private set; }
    public long ReceivedBytes { get; private set; }
    public int Connections { get; private set; }
    public LatencyHistogram Latencies { get; } = new();
    public long DifferenceCount { get; private set; }
    public IReadOnlyList<ReplayFinding> Differences => _differences;

    /// <summary>Gets whether the next difference is listed. If not, it is only counted, and needs no details.</summary>
    public bool IsListing => DifferenceCount < MaxListed;

    /// <summary>Gets the number of connections that failed, and of captures that are damaged.</summary>
    public long FailureCount { get; private set; }

    public IReadOnlyList<ReplayFinding> Failures => _failures;

    public void AddConnection()
    {
        lock (_differences)
        {
            Connections++;
        }
    }

    public void AddSent(int bytes)
    {
        lock (_differences)
        {
            SentPackets++;
            SentBytes += bytes;
        }
    }

    public void AddReceived(int bytes)
    {
        lock (_differences)
        {
            ReceivedPackets++;
            ReceivedBytes += bytes;
        }
    }

    public void AddLatency(long sent, long received)
    {
        if (sent != 0 && received >= sent)
        {
            lock (_differences)
            {
                Latencies.Add(clock.GetElapsedTime(sent, received));
            }
        }
    }

    public void Add(ReplayFinding difference)
    {
        lock (_differences)
        {
            DifferenceCount++;
            if (_differences.Count < MaxListed)
            {
                _differences.Add(difference with { Time = clock.GetElapsedTime(_begin).TotalSeconds });
            }
        }
    }

    public void Fail(string failure, uint? connection = null, int? copy = null, CaptureDirection direction = CaptureDirection.Unknown)
    {
        lock (_differences)
        {
            FailureCount++;
            if (_failures.Count < MaxListed)
            {
                _failures.Add(new ReplayFinding("failure", connection, copy, Json.Direction(direction), failure) { Time = clock.GetElapsedTime(_begin).TotalSeconds });
            }
        }
    }
}
