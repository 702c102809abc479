using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>
/// The time of a message from one program to another over a network, computed from the times and sizes of the serializers: the time to write the
/// message, to send its packet at the network's rate, to verify it, and to read it. Latency and the network's own headers are not included.
/// </summary>
public static class EndToEnd
{
    /// <summary>The computed section's id.</summary>
    internal const string Id = "sizes";

    /// <summary>The section that provides the times and sizes.</summary>
    internal const string Source = "serializers";

    private const string Generated = "generated packet";

    private const string Packed = "generated packet, packed";

    /// <summary>The rates, in bits per second.</summary>
    private static readonly (string Name, double BitsPerSecond)[] Rates = [("10 Mbit/s", 10e6), ("1 Gbit/s", 1e9)];

    /// <summary>Returns the computed time of one packet, in nanoseconds. Reading includes the verification.</summary>
    public static double Nanoseconds(double write, double read, long packetBytes, double bitsPerSecond) =>
        write + read + (packetBytes * 8 / bitsPerSecond * 1e9);

    /// <summary>
    /// Returns the section that is computed from the serializers' tables. For each message, there are two tables: writing and reading.
    /// </summary>
    internal static ReportSection Section(ReportSection serializers)
    {
        ArgumentNullException.ThrowIfNull(serializers);
        List<ReportTable> tables = [];
        foreach ((string name, double rate) in Rates)
        {
            foreach (string message in Messages(serializers))
            {
                EndToEndWay[] ways = [.. Ways(serializers, message)];
                ReportRow[] rows = [.. ways.Where(way => !way.IsByReference).Select(way => way.Over(rate))];
                tables.Add(new ReportTable($"end-to-end-{tables.Count}", $"{message} over {name}", rows, Generated)
                {
                    Absent = [.. ways.Where(way => way.IsByReference).Select(way => new ReportAbsence(way.Name, "reference only"))],
                    Reference = rows.FirstOrDefault(row => row.Name == Generated) is { } baseline
                        ? new ReportReference(
                            Generated, [.. ways.Where(way => way.IsByReference).Select(way => new ReportReferenceWay(way.Name, way.Over(rate).Nanoseconds / baseline.Nanoseconds))])
                        : null,
                    AlsoOurs = [Packed, "struct payload"],
                    Block = $"Over {name} (computed)",
                    Column = message,
                });
            }
        }

        return new ReportSection(
            Id, "Sizes, and times over a network",
            "The time over a network is computed, not measured: the time to write, to send the packet's bytes at the rate, to verify them if reading does not validate them, and to read. Latency and the network's own headers are not included.",
            tables, serializers.Tables.Count == 0 ? ["It is computed from the section on serializers, which is not measured yet"] : [])
        {
            Question = "What do bytes and times add up to over a network?",
            Provenance = serializers.Provenance,
        };
    }

    /// <summary>Returns the messages in the order of the tables.</summary>
    internal static IEnumerable<string> Messages(ReportSection serializers) => serializers.Tables.Select(table => table.Column).Distinct();

    /// <summary>
    /// Returns the ways that have a size and both times for a message. Times of libraries that are not in the build are computed from the ratios of
    /// the reference.
    /// </summary>
    internal static IEnumerable<EndToEndWay> Ways(ReportSection serializers, string message)
    {
        ReportTable[] pair = [.. serializers.Tables.Where(table => table.Column == message)];
        if (pair.Length != 2)
        {
            yield break;
        }

        foreach (ReportRow written in pair[0].Rows.Where(row => row.WireBytes is not null))
        {
            if (pair[1].Rows.FirstOrDefault(row => row.Name == written.Name) is { } read)
            {
                // An unpacked payload is verified like one that was not packed.
                double? verify = written.Name == Packed ? pair[1].Rows.FirstOrDefault(row => row.Name == Generated)?.VerifyNanoseconds : read.VerifyNanoseconds;
                yield return new EndToEndWay(written.Name, written.WireBytes!.Value, written, read with { VerifyNanoseconds = verify }, IsByReference: false);
            }
        }

        if (pair[0].Reference is not { } writing || pair[1].Reference is not { } reading
            || pair[0].Rows.FirstOrDefault(row => row.Name == writing.Baseline) is not { } baseline
            || pair[1].Rows.FirstOrDefault(row => row.Name == reading.Baseline) is not { } baselineRead)
        {
            yield break;
        }

        foreach (ReportReferenceWay way in writing.Ways.Where(way => way.PayloadBytes is not null && pair[0].Rows.All(row => row.Name != way.Name)))
        {
            if (reading.Find(way.Name) is { } other)
            {
                yield return new EndToEndWay(
                    way.Name, way.PayloadBytes!.Value + Codec.Packets.PacketHeader.ByteCount, Scaled(baseline, way.Ratio), Scaled(baselineRead, other.Ratio), IsByReference: true);
            }
        }
    }

    private static ReportRow Scaled(ReportRow row, double ratio) => row with { Nanoseconds = row.Nanoseconds * ratio, Low = row.Low * ratio, High = row.High * ratio, VerifyNanoseconds = null };
}
