using System.Numerics;

namespace Codec.Cli.Stats;

/// <summary>Counts packets, with an amount of memory that does not depend on their number. Not thread-safe.</summary>
internal sealed class PacketStatistics : IPacketVisitor
{
    /// <summary>The length of the interval of bursts, in nanoseconds.</summary>
    public const long BurstInterval = 100_000_000;

    // A malicious capture may have any number of ids. Ids beyond this limit are counted together.
    private const int MaxIds = 4096;
    private const int MaxFaults = 10;
    private const int TopCount = 5;

    private readonly Dictionary<(uint Id, CaptureDirection Direction), IdCount> _ids = [];
    private long _earliest = -1;
    private long _latest = -1;
    private long _last = -1;
    private long _burstStart;
    private long _burst;

    /// <summary>Gets the histogram of payload sizes: index 0 counts empty payloads, index i payloads of 2^(i-1) to 2^i - 1 bytes.</summary>
    public long[] Sizes { get; } = new long[32];

    public TimeLine TimeLine { get; } = new();

    /// <summary>Gets the largest payloads, with their id and time.</summary>
    public TopList<(uint Id, string? Name, long Time)> Largest { get; } = new(TopCount);

    /// <summary>Gets the longest gaps between packets in nanoseconds, with their start times.</summary>
    public TopList<long> Gaps { get; } = new(TopCount);

    /// <summary>Gets the largest numbers of packets in an interval, with the start time of the interval.</summary>
    public TopList<long> Bursts { get; } = new(TopCount);

    public long Packets { get; private set; }

    /// <summary>Gets the size of the payloads as they were sent, in bytes.</summary>
    public long Bytes { get; private set; }

    public long Errors => ErrorKinds.Values.Sum();

    /// <summary>Gets the time of the first packet in nanoseconds since 1970, or -1 if packets have no time.</summary>
    public long Start { get; private set; } = -1;

    /// <summary>Gets the time between the earliest and the latest packet, in nanoseconds.</summary>
    public long Duration => _latest - _earliest;

    public IReadOnlyList<IdCount> Ids => [.. _ids.Values.OrderByDescending(count => count.Bytes).ThenBy(count => count.Id).ThenBy(count => count.Direction)];

    /// <summary>Gets the counts of the packets whose ids are not counted separately.</summary>
    public IdCount Others { get; } = new() { Id = 0, Direction = CaptureDirection.Unknown, Name = "(others)" };

    /// <summary>Returns ids, and <see cref="Others"/> after them if it has packets.</summary>
    public IEnumerable<IdCount> WithOthers(IEnumerable<IdCount> ids) => Others.Packets > 0 ? ids.Append(Others) : ids;

    public SortedDictionary<string, long> ErrorKinds { get; } = new(StringComparer.Ordinal);

    /// <summary>Gets the first faults.</summary>
    public List<PacketFault> Faults { get; } = [];

    public long FaultCount { get; private set; }

    public void Packet(in TracedPacket packet, in PacketInspection inspection)
    {
        int size = packet.Wire.Length;
        Packets++;
        Bytes += size;
        Count(packet, inspection).Add(size, packet.Payload.Length, inspection.IsValid);
        Sizes[size == 0 ? 0 : BitOperations.Log2((uint)size) + 1]++;
        long time = packet.Nanoseconds < 0 ? packet.Offset : packet.Nanoseconds;
        if (packet.Nanoseconds >= 0)
        {
            Time(packet.Nanoseconds);
            time = packet.Nanoseconds - Start;
        }

        Largest.Add(size, (packet.Id, inspection.Message?.Name, time));
        if (!inspection.IsValid)
        {
            AddError(inspection.Error.ToString());
        }
    }

    public void Fault(PacketFault fault)
    {
        AddError(fault.Error);
        FaultCount++;
        if (Faults.Count < MaxFaults)
        {
            Faults.Add(fault);
        }
    }

    public void Finish()
    {
        if (_burst > 0)
        {
            Bursts.Add(_burst, _burstStart - Start);
            _burst = 0;
        }
    }

    private IdCount Count(in TracedPacket packet, in PacketInspection inspection)
    {
        (uint Id, CaptureDirection Direction) key = (packet.Id, packet.Direction);
        if (_ids.TryGetValue(key, out IdCount? count) || _ids.Count == MaxIds)
        {
            return count ?? Others;
        }

        return _ids[key] = new IdCount { Id = packet.Id, Direction = packet.Direction, Name = inspection.Message?.Name };
    }

    private void Time(long nanoseconds)
    {
        if (Start < 0)
        {
            Start = _earliest = _latest = _last = _burstStart = nanoseconds;
        }

        _earliest = Math.Min(_earliest, nanoseconds);
        _latest = Math.Max(_latest, nanoseconds);

        // Records from several processors or network cards are out of order by less than this time. If the time goes back by more, the clock was set,
        // or another capture begins, and there is no gap between the two.
        const long SetBack = 1_000_000_000;
        _last = nanoseconds < _last - SetBack ? nanoseconds : _last;
        long gap = nanoseconds - _last;
        if (gap > 0)
        {
            Gaps.Add(gap, _last - Start);
        }

        _last = Math.Max(_last, nanoseconds);
        TimeLine.Add(nanoseconds - Start);
        if (nanoseconds - _burstStart is < 0 or >= BurstInterval)
        {
            Bursts.Add(_burst, _burstStart - Start);
            _burst = 0;
            long rest = (nanoseconds - Start) % BurstInterval;
            _burstStart = nanoseconds - (rest < 0 ? rest + BurstInterval : rest);
        }

        _burst++;
    }

    private void AddError(string kind) => ErrorKinds[kind] = ErrorKinds.GetValueOrDefault(kind) + 1;
}
