#if NET
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics.Metrics;
using System.Globalization;
using Codec.Packets;

namespace Codec.Compat;

/// <summary>
/// The library's counters, under the meter <c>Codec</c>. To reduce the number of calls, callers pass sums. While no listener is enabled, all calls
/// are no-ops.
/// </summary>
internal static class PacketCounters
{
    // The largest number of ids that have their own tag. A protocol has fewer. It limits the memory, because a peer can send any id.
    private const int MaxTaggedIds = 1024;

    private static readonly Meter Meter = new("Codec");
    private static readonly Counter<long> ReceivedPackets = Meter.CreateCounter<long>("codec.packets.received", "{packet}");
    private static readonly Counter<long> ReceivedBytes = Meter.CreateCounter<long>("codec.bytes.received", "By");
    private static readonly Counter<long> SentPackets = Meter.CreateCounter<long>("codec.packets.sent", "{packet}");
    private static readonly Counter<long> SentBytes = Meter.CreateCounter<long>("codec.bytes.sent", "By");
    private static readonly Counter<long> Errors = Meter.CreateCounter<long>("codec.errors", "{error}");

    // The tag of each id, so that counting a packet allocates nothing.
    private static readonly ConcurrentDictionary<uint, KeyValuePair<string, object?>> Tags = new();
    private static readonly KeyValuePair<string, object?> OtherIds = new("codec.packet_id", "other");

    internal static void CountReceived(long packets, long bytes) => Count(ReceivedPackets, ReceivedBytes, packets, bytes);

    internal static void CountReceivedById(uint id, int bytes)
    {
        if (ReceivedPackets.Enabled || ReceivedBytes.Enabled)
        {
            CountById(ReceivedPackets, ReceivedBytes, id, 1, bytes);
        }
    }

    internal static void CountSent(long packets, long bytes) => Count(SentPackets, SentBytes, packets, bytes);

    /// <summary>Counts the packets of a block, each by its id.</summary>
    /// <param name="packets">Whole, valid packets.</param>
    /// <param name="format">The packet format.</param>
    internal static void CountSentById(ReadOnlySpan<byte> packets, PacketFormat format)
    {
        if (!SentPackets.Enabled && !SentBytes.Enabled)
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

            CountById(SentPackets, SentBytes, first.Id, count, bytes);
            packets = packets.Slice(bytes);
        }
    }

    internal static void CountError(PacketError error)
    {
        if (Errors.Enabled)
        {
            Add(Errors, 1, [new("codec.error", error.ToString())]);
        }
    }

    private static void Count(Counter<long> packetCounter, Counter<long> byteCounter, long packets, long bytes)
    {
        if (packets != 0 && packetCounter.Enabled)
        {
            Add(packetCounter, packets);
        }

        if (packets != 0 && byteCounter.Enabled)
        {
            Add(byteCounter, bytes);
        }
    }

    private static void CountById(Counter<long> packetCounter, Counter<long> byteCounter, uint id, long packets, long bytes)
    {
        KeyValuePair<string, object?> tag = TagOf(id);
        Add(packetCounter, packets, [tag]);
        Add(byteCounter, bytes, [tag]);
    }

    /// <summary>Adds to a counter. An exception of a listener is ignored, because it must not change what happens to packets.</summary>
    private static void Add(Counter<long> counter, long value, ReadOnlySpan<KeyValuePair<string, object?>> tags = default)
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
            tag = new("codec.packet_id", id.ToString(CultureInfo.InvariantCulture));

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
