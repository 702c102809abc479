using System.Text.Json;
using Codec.Capture;
using Codec.Cli.Traffic;

namespace Codec.Cli.Stats;

/// <summary>Shows statistics as one JSON object, for scripts.</summary>
internal static class StatisticsJson
{
    /// <summary>Prints the statistics. Sizes are bytes, times are nanoseconds since the first packet.</summary>
    public static void Write(PacketStatistics statistics, Utf8Output output)
    {
        output.WriteLine(JsonText.Object(
        json =>
        {
            json.WriteNumber("packets", statistics.Packets);
            json.WriteNumber("bytes", statistics.Bytes);
            json.WriteNumber("duration", statistics.Duration);
            Ids(json, statistics);
            json.WriteStartArray("sizes");
            for (int i = 0; i < statistics.Sizes.Length; i++)
            {
                if (statistics.Sizes[i] > 0)
                {
                    json.WriteStartObject();
                    json.WriteNumber("from", i == 0 ? 0 : 1L << (i - 1));
                    json.WriteNumber("to", i == 0 ? 0 : (1L << i) - 1);
                    json.WriteNumber("packets", statistics.Sizes[i]);
                    json.WriteEndObject();
                }
            }

            json.WriteEndArray();
            Times(json, statistics);
            Errors(json, statistics);
        },
        isIndented: true));
    }

    private static void Ids(Utf8JsonWriter json, PacketStatistics statistics)
    {
        json.WriteStartArray("ids");
        foreach (IdCount count in statistics.Ids)
        {
            json.WriteStartObject();
            json.WriteNumber("id", count.Id);
            if (count.Name is not null)
            {
                json.WriteString("name", count.Name);
            }

            Direction(json, count.Direction);
            json.WriteNumber("packets", count.Packets);
            json.WriteNumber("bytes", count.Bytes);
            if (count.UnpackedBytes != count.Bytes)
            {
                json.WriteNumber("unpackedBytes", count.UnpackedBytes);
            }

            json.WriteNumber("smallest", count.Smallest);
            json.WriteNumber("largest", count.Largest);
            json.WriteNumber("errors", count.Errors);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteNumber("otherPackets", statistics.Others.Packets);
        json.WriteStartArray("largest");
        foreach ((long size, (uint id, string? name, long time)) in statistics.Largest.Items)
        {
            json.WriteStartObject();
            json.WriteNumber("size", size);
            json.WriteNumber("id", id);
            if (name is not null)
            {
                json.WriteString("name", name);
            }

            json.WriteNumber(statistics.Start >= 0 ? "time" : "offset", time);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void Times(Utf8JsonWriter json, PacketStatistics statistics)
    {
        json.WriteStartArray("gaps");
        foreach ((long gap, long time) in statistics.Gaps.Items)
        {
            json.WriteStartObject();
            json.WriteNumber("time", time);
            json.WriteNumber("length", gap);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteStartArray("bursts");
        foreach ((long packets, long time) in statistics.Bursts.Items)
        {
            json.WriteStartObject();
            json.WriteNumber("time", time);
            json.WriteNumber("packets", packets);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void Errors(Utf8JsonWriter json, PacketStatistics statistics)
    {
        json.WriteStartObject("errors");
        foreach ((string kind, long count) in statistics.ErrorKinds)
        {
            json.WriteNumber(kind, count);
        }

        json.WriteEndObject();
        json.WriteStartArray("faults");
        foreach (PacketFault fault in statistics.Faults)
        {
            json.WriteStartObject();
            if (fault.Connection is { } connection)
            {
                json.WriteNumber("time", fault.Nanoseconds - fault.Start);
                Direction(json, fault.Direction);
                json.WriteNumber("connection", connection);
            }

            json.WriteString("error", fault.Error);
            json.WriteNumber("offset", fault.Offset);
            json.WriteString("message", fault.Message);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void Direction(Utf8JsonWriter json, CaptureDirection direction)
    {
        if (direction != CaptureDirection.Unknown)
        {
            json.WriteString("direction", direction == CaptureDirection.Inbound ? "in" : "out");
        }
    }
}
