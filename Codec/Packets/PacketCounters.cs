#if NET
using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Globalization;

namespace Codec.Packets;

/// <summary>
/// The library's counters, under the meter <c>Codec</c>. To reduce the number of calls, callers pass sums. While no listener is enabled, only the open
/// connections are counted.
/// </summary>
internal static class PacketCounters
{
    // The largest number of ids that have their own tag. A protocol has fewer. It limits the memory, because a peer can send any id.
    private const int MaxTaggedIds = 1024;

    private const string IdTag = "codec.packet.id";

    // The names, units and attributes follow the semantic conventions of OpenTelemetry, with which Prometheus shows codec_packets_total, codec_io_bytes_total,
    // codec_errors_total and codec_connection_count.
    internal static readonly Meter Meter = new("Codec", typeof(PacketCounters).Assembly.GetName().Version?.ToString(3));
    private static readonly Counter<long> Packets = Meter.CreateCounter<long>("codec.packets", "{packet}", "Packets that were received or sent.");
    private static readonly Counter<long> Bytes = Meter.CreateCounter<long>("codec.io", "By", "Bytes of the packets that were received or sent, with headers.");
    private static readonly Counter<long> Errors = Meter.CreateCounter<long>("codec.errors", "{error}", "Packets that were rejected, and streams with invalid bytes.");

    private static readonly KeyValuePair<string, object?> Received = new("network.io.direction", "receive");
    private static readonly KeyValuePair<string, object?> Sent = new("network.io.direction", "transmit");

    // The tag of each id, so that counting a packet allocates nothing.
    private static readonly ConcurrentDictionary<uint, KeyValuePair<string, object?>> Tags = new();
    private static readonly KeyValuePair<string, object?> OtherIds = new(IdTag, "other");
    private static long _connections;

    static PacketCounters() =>
        Meter.CreateObservableUpDownCounter("codec.connection.count", static () => Interlocked.Read(ref _connections), "{connection}", "Connections that are open.");

    /// <summary>Adds to the number of open connections, which is counted also without a listener.</summary>
    internal static void CountConnections(int change) => Interlocked.Add(ref _connections, change);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void CountReceived(long packets, long bytes)
    {
        if (packets != 0 && (Packets.Enabled || Bytes.Enabled))
        {
            Count(Received, packets, bytes);
        }
    }

    internal static void CountReceivedById(uint id, int bytes)
    {
        if (Packets.Enabled || Bytes.Enabled)
        {
            CountById(Received, id, 1, bytes);
        }
    }

    internal static void CountSent(long packets, long bytes) => Count(Sent, packets, bytes);

    /// <summary>Counts the packets of a block of valid packets, each by its id.</summary>
    internal static void CountSentById(ReadOnlySpan<byte> packets, PacketFormat format)
    {
        if (!Packets.Enabled && !Bytes.Enabled)
        {
            return;
        }

        while (!packets.IsEmpty)
        {
            // Consecutive packets with the same id are counted together.
            PacketExtent first = format.Measure(packets, packets.Length);
            int count = 0;
            int bytes = 0;
            PacketExtent next = first;
            do
            {
                count++;
                bytes += next.Length;
                next = format.Measure(packets.Slice(bytes), packets.Length - bytes);
            }
            while (next.IsPacket && next.Id == first.Id);

            CountById(Sent, first.Id, count, bytes);
            packets = packets.Slice(bytes);
        }
    }

    internal static void CountError(PacketError error)
    {
        if (Errors.Enabled)
        {
            Add(Errors, 1, [new("error.type", error == PacketError.None ? "_OTHER" : error.ToString())]);
        }
    }

    private static void Count(KeyValuePair<string, object?> direction, long packets, long bytes)
    {
        if (packets != 0 && (Packets.Enabled || Bytes.Enabled))
        {
            Add(Packets, packets, [direction]);
            Add(Bytes, bytes, [direction]);
        }
    }

    private static void CountById(KeyValuePair<string, object?> direction, uint id, long packets, long bytes)
    {
        KeyValuePair<string, object?> tag = TagOf(id);
        Add(Packets, packets, [direction, tag]);
        Add(Bytes, bytes, [direction, tag]);
    }

    /// <summary>Adds to a counter. An exception of a listener is ignored, because it must not change what happens to packets.</summary>
    private static void Add(Counter<long> counter, long value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        try
        {
            counter.Add(value, tags);
        }
        catch (Exception)
        {
        }
    }

    private static KeyValuePair<string, object?> TagOf(uint id)
    {
        if (!Tags.TryGetValue(id, out KeyValuePair<string, object?> tag))
        {
            tag = new(IdTag, id.ToString(CultureInfo.InvariantCulture));

            // Counting the entries takes the dictionary's locks, but only for ids that have no tag.
            if (Tags.Count >= MaxTaggedIds || !Tags.TryAdd(id, tag))
            {
                return Tags.GetValueOrDefault(id, OtherIds);
            }
        }

        return tag;
    }
}
#endif
