#if NET
using System.Collections.Generic;
using System.Diagnostics.Metrics;
using Codec.Packets;

namespace Codec.Compat;

/// <summary>The library's counters, under the meter <c>Codec</c>. Callers sum up what they can; nothing is done while nobody listens.</summary>
internal static class PacketCounters
{
    private static readonly Meter Meter = new("Codec");
    private static readonly Counter<long> ReceivedPackets = Meter.CreateCounter<long>("codec.packets.received", "{packet}");
    private static readonly Counter<long> ReceivedBytes = Meter.CreateCounter<long>("codec.bytes.received", "By");
    private static readonly Counter<long> SentPackets = Meter.CreateCounter<long>("codec.packets.sent", "{packet}");
    private static readonly Counter<long> SentBytes = Meter.CreateCounter<long>("codec.bytes.sent", "By");
    private static readonly Counter<long> Errors = Meter.CreateCounter<long>("codec.errors", "{error}");

    internal static void CountReceived(long packets, long bytes)
    {
        if (packets != 0 && ReceivedPackets.Enabled)
        {
            ReceivedPackets.Add(packets);
        }

        if (packets != 0 && ReceivedBytes.Enabled)
        {
            ReceivedBytes.Add(bytes);
        }
    }

    internal static void CountSent(long packets, long bytes)
    {
        if (packets != 0 && SentPackets.Enabled)
        {
            SentPackets.Add(packets);
        }

        if (packets != 0 && SentBytes.Enabled)
        {
            SentBytes.Add(bytes);
        }
    }

    internal static void CountError(PacketError error)
    {
        if (Errors.Enabled)
        {
            Errors.Add(1, new KeyValuePair<string, object?>("codec.error", error.ToString()));
        }
    }
}
#endif
