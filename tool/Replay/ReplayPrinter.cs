namespace Codec.Cli.Replay;

internal sealed class ReplayPrinter(IAnsiConsole output)
{
    private static readonly double[] Shares = [0.5, 0.9, 0.99, 0.999];

    public void Print(ReplayReport report, TimeSpan elapsed, bool isJson)
    {
        if (isJson)
        {
            PrintJson(report, elapsed);
            return;
        }

        Table table = new Table().Border(TableBorder.None).AddColumn("").AddColumns(
            new TableColumn("packets").RightAligned(), new TableColumn("bytes").RightAligned(), new TableColumn("packets/s").RightAligned(), new TableColumn("bytes/s").RightAligned());
        Add(table, "sent", report.SentPackets, report.SentBytes, elapsed);
        Add(table, "received", report.ReceivedPackets, report.ReceivedBytes, elapsed);
        NarrowTable.Write(output, table);
        TextWriter writer = output.Profile.Out.Writer;
        writer.WriteLine();
        writer.WriteLine($"{Counted.Of(report.Connections, "connection")}, {elapsed.TotalSeconds:0.000} s.");
        if (report.Latencies.Count > 0)
        {
            IEnumerable<TimeSpan> times = Shares.Select(report.Latencies.Percentile).Append(report.Latencies.Longest);
            Table latencies = new Table().Border(TableBorder.None)
                .AddColumns(["latency", .. Shares.Select(share => $"{share * 100:0.#} %"), "longest"])
                .AddRow([$"of {report.Latencies.Count} answers", .. times.Select(Milliseconds)]);
            writer.WriteLine();
            NarrowTable.Write(output, latencies);
        }

        List(writer, "failure", report.FailureCount, report.Failures);
        List(writer, "difference", report.DifferenceCount, report.Differences);
    }

    private void PrintJson(ReplayReport report, TimeSpan elapsed) => output.Profile.Out.Writer.WriteLine(Json.Of(new
    {
        seconds = elapsed.TotalSeconds,
        connections = report.Connections,
        sentPackets = report.SentPackets,
        sentBytes = report.SentBytes,
        receivedPackets = report.ReceivedPackets,
        receivedBytes = report.ReceivedBytes,
        latencyMilliseconds = Latencies(report.Latencies),
        failureCount = report.FailureCount,
        failures = report.Failures,
        differenceCount = report.DifferenceCount,
        differences = report.Differences,
    }));

    private static Dictionary<string, double> Latencies(LatencyHistogram latencies) => new(Shares
        .Select(share => KeyValuePair.Create($"p{share * 100:0.#}", latencies.Percentile(share).TotalMilliseconds))
        .Prepend(KeyValuePair.Create("count", (double)latencies.Count))
        .Append(KeyValuePair.Create("longest", latencies.Longest.TotalMilliseconds)));

    private static void Add(Table table, string name, long packets, long bytes, TimeSpan elapsed)
    {
        double seconds = Math.Max(elapsed.TotalSeconds, 1e-6);
        table.AddRow(name, $"{packets}", $"{bytes}", $"{packets / seconds:0}", $"{bytes / seconds:0}");
    }

    private static string Milliseconds(TimeSpan time) => $"{time.TotalMilliseconds:0.00} ms";

    private static void List(TextWriter writer, string what, long count, IReadOnlyList<ReplayFinding> first)
    {
        if (count == 0)
        {
            return;
        }

        writer.WriteLine();
        writer.WriteLine(first.Count < count ? $"{Counted.Of(count, what)}, of which the first {first.Count} are:" : $"{Counted.Of(count, what)}:");
        foreach (ReplayFinding item in first)
        {
            writer.Write(WrappedText.Of($"{item}", item.Place(), NarrowTable.Columns));
        }
    }
}
