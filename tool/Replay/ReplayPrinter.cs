using System;
using System.Globalization;
using System.IO;
using Spectre.Console;

namespace Codec.Cli.Replay;

/// <summary>Prints the report of a replay.</summary>
/// <param name="output">The standard output.</param>
internal sealed class ReplayPrinter(IAnsiConsole output)
{
    private static readonly double[] Shares = [0.5, 0.9, 0.99, 0.999];

    /// <summary>Prints the report as tables.</summary>
    /// <param name="report">The report.</param>
    /// <param name="elapsed">The duration of the replay.</param>
    public void Print(ReplayReport report, TimeSpan elapsed)
    {
        Table table = new Table().Border(TableBorder.None).AddColumn("").AddColumns(
            new TableColumn("packets").RightAligned(), new TableColumn("bytes").RightAligned(), new TableColumn("packets/s").RightAligned(), new TableColumn("bytes/s").RightAligned());
        Add(table, "sent", report.SentPackets, report.SentBytes, elapsed);
        Add(table, "received", report.ReceivedPackets, report.ReceivedBytes, elapsed);
        NarrowTable.Write(output, table);
        TextWriter writer = output.Profile.Out.Writer;
        writer.WriteLine();
        writer.WriteLine(Text($"{Counted.Of(report.Connections, "connection")}, {elapsed.TotalSeconds:0.000} s."));
        if (report.Latencies.Count > 0)
        {
            Table latencies = new Table().Border(TableBorder.None).AddColumns("latency", "50 %", "90 %", "99 %", "99.9 %", "longest");
            latencies.AddRow(
                $"of {report.Latencies.Count} answers", Milliseconds(report, 0), Milliseconds(report, 1), Milliseconds(report, 2), Milliseconds(report, 3), Milliseconds(report.Latencies.Longest));
            writer.WriteLine();
            NarrowTable.Write(output, latencies);
        }

        List(writer, "failure", report.FailureCount, report.Failures);
        List(writer, "difference", report.DifferenceCount, report.Differences);
    }

    /// <summary>Prints the report as a JSON object.</summary>
    /// <param name="report">The report.</param>
    /// <param name="elapsed">The duration of the replay.</param>
    public void PrintJson(ReplayReport report, TimeSpan elapsed)
    {
        output.Profile.Out.Writer.WriteLine(JsonText.Object(json =>
        {
            json.WriteNumber("seconds", elapsed.TotalSeconds);
            json.WriteNumber("connections", report.Connections);
            json.WriteNumber("sentPackets", report.SentPackets);
            json.WriteNumber("sentBytes", report.SentBytes);
            json.WriteNumber("receivedPackets", report.ReceivedPackets);
            json.WriteNumber("receivedBytes", report.ReceivedBytes);
            json.WriteStartObject("latencyMilliseconds");
            json.WriteNumber("count", report.Latencies.Count);
            foreach (double share in Shares)
            {
                json.WriteNumber(Text($"p{share * 100:0.#}"), report.Latencies.Percentile(share).TotalMilliseconds);
            }

            json.WriteNumber("longest", report.Latencies.Longest.TotalMilliseconds);
            json.WriteEndObject();
            json.WriteNumber("failureCount", report.FailureCount);
            json.WriteStartArray("failures");
            foreach (string failure in report.Failures)
            {
                json.WriteStringValue(failure);
            }

            json.WriteEndArray();
            json.WriteNumber("differenceCount", report.DifferenceCount);
            json.WriteStartArray("differences");
            foreach (AnswerDifference difference in report.Differences)
            {
                json.WriteStartObject();
                json.WriteString("kind", difference.Kind);
                json.WriteNumber("connection", difference.Connection);
                json.WriteNumber("copy", difference.Copy);
                json.WriteNumber("answer", difference.Answer);
                json.WriteString("detail", difference.Detail);
                json.WriteEndObject();
            }

            json.WriteEndArray();
        }));
    }

    private static void Add(Table table, string name, long packets, long bytes, TimeSpan elapsed)
    {
        double seconds = Math.Max(elapsed.TotalSeconds, 1e-6);
        table.AddRow(name, Text($"{packets}"), Text($"{bytes}"), Text($"{packets / seconds:0}"), Text($"{bytes / seconds:0}"));
    }

    private static string Milliseconds(ReplayReport report, int share) => Milliseconds(report.Latencies.Percentile(Shares[share]));

    private static string Milliseconds(TimeSpan time) => Text($"{time.TotalMilliseconds:0.00} ms");

    private static void List<T>(TextWriter writer, string what, long count, System.Collections.Generic.IReadOnlyList<T> first)
    {
        if (count == 0)
        {
            return;
        }

        writer.WriteLine();
        writer.WriteLine(first.Count < count ? Text($"{Counted.Of(count, what)}, of which the first {first.Count} are:") : $"{Counted.Of(count, what)}:");
        foreach (T item in first)
        {
            writer.Write(WrappedText.Of($"{item}", "  ", NarrowTable.Columns, hanging: 2));
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
