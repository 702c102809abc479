using System.Numerics;

namespace Codec.Cli.Stats;

/// <summary>Counts packets, with an amount of memory that does not depend on their number. Not thread-safe.</summary>
internal sealed class PacketStatistics(bool withFields = false) : IPacketVisitor
{
    // A malicious capture may have any number of ids. Ids beyond this limit are counted together.
    private const int MaxIds = 4096;
    private const int MaxFaults = 10;

    private readonly Dictionary<(uint Id, CaptureDirection Direction), IdCount> _ids = [];
    private readonly Dictionary<PayloadMessage, FieldCosts> _fields = [];

    public IEnumerable<FieldCosts> Fields => _fields.Values.Where(costs => costs.Bytes > 0).OrderByDescending(costs => costs.Bytes);

    /// <summary>Gets the histogram of payload sizes: index 0 counts empty payloads, index i payloads of 2^(i-1) to 2^i - 1 bytes.</summary>
    public long[] Sizes { get; } = new long[32];

    public PacketTimes Times { get; } = new();

    public TopList<(uint Id, string? Name, long Time)> Largest { get; } = new();

    public long Packets { get; private set; }

    /// <summary>Gets the size of the payloads as they were sent, in bytes.</summary>
    public long Bytes { get; private set; }

    public long Errors => ErrorKinds.Values.Sum();

    public IReadOnlyList<IdCount> Ids =>
        [.. _ids.Values.OrderByDescending(count => count.Bytes).ThenBy(count => count.Id).ThenBy(count => count.Direction)];

    /// <summary>Gets the counts of the packets whose ids are not counted separately.</summary>
    public IdCount Others { get; } = new() { Id = 0, Direction = CaptureDirection.Unknown, Name = "(others)" };

    /// <summary>Returns ids, and <see cref="Others"/> after them if it has packets.</summary>
    public IEnumerable<IdCount> WithOthers(IEnumerable<IdCount> ids) => Others.Packets > 0 ? ids.Append(Others) : ids;

    public SortedDictionary<string, long> ErrorKinds { get; } = new(StringComparer.Ordinal);
    public List<PacketFault> Faults { get; } = [];
    public long FaultCount { get; private set; }

    /// <summary>Returns the costs of a message, which learn the bits of its next packet.</summary>
    public FieldCosts BeginPacked(PayloadMessage message)
    {
        FieldCosts costs = Costs(message);
        costs.BeginPacked();
        return costs;
    }

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
            Times.Add(packet.Nanoseconds);
            time = packet.Nanoseconds - Times.Start;
        }

        Largest.Add(size, (packet.Id, inspection.Message?.Name, time));
        if (withFields && inspection is { IsReadable: true, Message: { Table: not null } message })
        {
            Costs(message).Add(packet.Payload, packet.Packed);
        }

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

    private FieldCosts Costs(PayloadMessage message)
    {
        if (!_fields.TryGetValue(message, out FieldCosts? costs))
        {
            _fields[message] = costs = new FieldCosts(message);
        }

        return costs;
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

    private void AddError(string kind) => ErrorKinds[kind] = ErrorKinds.GetValueOrDefault(kind) + 1;
}
