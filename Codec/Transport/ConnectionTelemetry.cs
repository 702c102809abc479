#if NET
using System.Diagnostics;
using System.Diagnostics.Metrics;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>The durations and the activities of connections and sessions, under the meter and the activity source <c>Codec</c>.</summary>
/// <remarks>
/// Nothing is done for a packet. The names, units and attributes follow the semantic conventions of OpenTelemetry. An exception of a listener is ignored,
/// because it must not change what happens to a connection.
/// </remarks>
internal static class ConnectionTelemetry
{
    private static readonly ActivitySource Source = new("Codec", PacketCounters.Meter.Version);
    private static readonly Histogram<double> Connections = CreateHistogram("codec.connection.duration", "Time for which connections were open.");
    private static readonly Histogram<double> Handshakes = CreateHistogram("codec.handshake.duration", "Duration of the handshakes of sessions.");
    private static readonly Histogram<double> RoundTrips = CreateHistogram("codec.round_trip.duration", "Round trips that heartbeats have measured.");
    private static readonly ObservableUpDownCounter<long> Unsent =
        PacketCounters.Meter.CreateObservableUpDownCounter("codec.connection.unsent", SumUnsent, "By", "Bytes that open connections have accepted and not sent.");

    // The open connections that were created while a listener was enabled, and when. They can be collected.
    private static readonly ConditionalWeakTable<PacketConnection, StrongBox<long>> Open = new();

    /// <summary>Gets whether <see cref="TraceAsync"/> is needed.</summary>
    internal static bool IsTraced => Source.HasListeners();

    internal static void Opened(PacketConnection connection)
    {
        if (Connections.Enabled || Unsent.Enabled)
        {
            Open.Add(connection, new StrongBox<long>(Stopwatch.GetTimestamp()));
        }
    }

    internal static void Closed(PacketConnection connection, PacketCloseReason reason)
    {
        if (Open.TryGetValue(connection, out StrongBox<long>? start) && Open.Remove(connection))
        {
            string? error = reason is PacketCloseReason.Local or PacketCloseReason.Remote ? null : reason.ToString();
            Record(Connections, Stopwatch.GetElapsedTime(start.Value), error);
        }
    }

    internal static void MeasuredRoundTrip(TimeSpan roundTrip) => Record(RoundTrips, roundTrip, null);

    /// <summary>Reports a handshake, which has just ended.</summary>
    internal static void EndedHandshake(bool isServer, TimeSpan duration, string? error, EndPoint? peer)
    {
        Record(Handshakes, duration, error, isServer ? "server" : "client");
        try
        {
            using Activity? activity = Source.StartActivity(
                "codec.handshake", isServer ? ActivityKind.Server : ActivityKind.Client, default(ActivityContext), startTime: DateTimeOffset.UtcNow - duration);
            activity?.SetTag("network.peer.address", (peer as IPEndPoint)?.Address.ToString());
            Fail(activity, error);
        }
        catch (Exception)
        {
        }
    }

    internal static async ValueTask<TAnswer> TraceAsync<TAnswer>(uint id, ValueTask<TAnswer> answer)
    {
        using Activity? activity = Source.StartActivity("codec.request", ActivityKind.Client);
        activity?.SetTag("codec.packet.id", (long)id);
        try
        {
            return await answer.ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            Fail(activity, exception.GetType().FullName);
            throw;
        }
    }

    private static void Fail(Activity? activity, string? error) =>
        _ = error is null ? null : activity?.SetTag("error.type", error).SetStatus(ActivityStatusCode.Error);

    private static Histogram<double> CreateHistogram(string name, string description) => PacketCounters.Meter.CreateHistogram<double>(name, "s", description);

    private static void Record(Histogram<double> histogram, TimeSpan duration, string? error, string? role = null)
    {
        if (!histogram.Enabled)
        {
            return;
        }

        TagList tags = role is null ? default : new TagList { { "codec.session.role", role } };
        if (error is not null)
        {
            tags.Add("error.type", error);
        }

        try
        {
            histogram.Record(duration.TotalSeconds, tags);
        }
        catch (Exception)
        {
        }
    }

    private static long SumUnsent()
    {
        long sum = 0;
        foreach (KeyValuePair<PacketConnection, StrongBox<long>> open in Open)
        {
            _ = open.Key.Sends.HasRoom(out long accepted, out long written);
            sum += accepted - written;
        }

        return sum;
    }
}
#endif
