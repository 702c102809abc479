using System;
using System.Globalization;
using System.Linq;
using System.Text;

namespace Codec.Bench.Reports;

/// <summary>Formats the table of sizes, times to write, verify and read, and the times over a network that are computed from them.</summary>
internal static class ReportSizes
{
    internal static void Append(StringBuilder text, ReportData data)
    {
        if (data.Sections.FirstOrDefault(section => section.Id == EndToEnd.Source) is not { Tables.Count: > 0 } serializers)
        {
            return;
        }

        text.Append("## Bytes and times\n\n| message | way | packet | write | verify | read | over 10 Mbit/s, computed | over 1 Gbit/s, computed |\n|---|---|---:|---:|---:|---:|---:|---:|\n");
        bool hasReferences = false;
        foreach (string message in EndToEnd.Messages(serializers))
        {
            foreach (EndToEndWay way in EndToEnd.Ways(serializers, message).OrderBy(way => way.Over(10e6).Nanoseconds))
            {
                hasReferences |= way.IsByReference;
                string about = way.IsByReference ? "≈ " : "";
                text.Append(Text($"| {message} | {ReportText.Name(way.Name)}{(way.IsByReference ? " (by reference)" : "")} | {ReportText.Bytes(way.Bytes)} | {Time(way.Write)} | {(way.Read.VerifyNanoseconds is { } verify ? ReportText.Time(verify) : "–")} | {Time(way.Read)} | {Time(way.Over(10e6))} | {Time(way.Over(1e9))} |\n"));

                string Time(ReportRow row) => about + ReportText.Time(row.Nanoseconds);
            }
        }

        text.Append("\nSizes count the packet, header and payload. The time over a network is write + bytes × 8 ÷ rate + verify + read. Ways without a time to verify validate the bytes while they read, or have nothing to verify.");
        text.Append(hasReferences ? " A time with ≈ is the reference's ratio multiplied by the generated packet's time here.\n\n" : "\n\n");
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
