namespace Codec.Cli.Stats;

/// <summary>Shows statistics as tables that fit 80 columns.</summary>
internal sealed class StatisticsText(Utf8Output output)
{
    private const int NameColumns = 18;

    // The number of lines that a terminal shows at once. --json prints all lines.
    private const int MaxIds = 20;

    private readonly TextLine _line = new() { Limit = NarrowTable.Columns };
    private readonly LinePrinter _places = new(output, NarrowTable.Columns);

    public void Write(PacketStatistics statistics)
    {
        long duration = statistics.Times.Duration;
        bool hasTime = statistics.Times.Start >= 0;
        string rate = hasTime && duration > 0
            ? $" in {UnitText.Time(duration)}: {UnitText.Count(Rate(statistics.Packets, statistics))} packets/s, "
                + $"{UnitText.Bytes(Rate(statistics.Bytes, statistics))}/s"
            : "";
        Line($"{Counted.Of(statistics.Packets, "packet")}, {UnitText.Bytes(statistics.Bytes)} of payloads{rate}");
        if (statistics.Packets > 0)
        {
            Ids(statistics);
            foreach (FieldCosts costs in statistics.Fields)
            {
                Fields(costs);
            }

            if (hasTime)
            {
                Times(statistics.Times);
            }

            List("largest payloads", statistics.Largest.Items.Select(payload =>
                $"{payload.Value} bytes: {payload.Item.Id} {payload.Item.Name ?? "?"} at {(hasTime ? UnitText.Time(payload.Item.Time) : $"byte {payload.Item.Time}")}"));
        }

        Errors(statistics);
    }

    private static double Rate(long count, PacketStatistics statistics) => count / (statistics.Times.Duration / 1e9);

    private static char Sign(CaptureDirection direction) => direction switch { CaptureDirection.Inbound => '<', CaptureDirection.Outbound => '>', _ => ' ' };

    private static string Cut(string text) => text.Length > NameColumns ? string.Concat(text.AsSpan(0, NameColumns - 1), "…") : text;

    private void Ids(PacketStatistics statistics)
    {
        Title("   id name               dir   packets     bytes  packets/s   min   max  errors");
        IReadOnlyList<IdCount> ids = statistics.Ids;
        IEnumerable<IdCount> shown = ids.Take(MaxIds);
        foreach (IdCount count in statistics.WithOthers(shown))
        {
            string rate = statistics.Times.Duration > 0 ? UnitText.Count(Rate(count.Packets, statistics)) : "";
            string errors = count.Errors > 0 ? $"{count.Errors}" : "";
            Line(
                $"{count.Id,5} {Cut(count.Name ?? "?"),-NameColumns} {Sign(count.Direction)} {count.Packets,11} {UnitText.Bytes(count.Bytes),9} {rate,10} "
                + $"{UnitText.Count(count.Smallest),5} {UnitText.Count(count.Largest),5} {errors,7}");
        }

        foreach (IdCount count in shown.Where(count => count.UnpackedBytes != count.Bytes))
        {
            Line($"  {count.Id} {Cut(count.Name ?? "?")} {Sign(count.Direction)}: packed to {UnitText.Bytes(count.Bytes)} from {UnitText.Bytes(count.UnpackedBytes)}, {count.PackedPercent}%");
        }

        if (ids.Count > MaxIds)
        {
            Line($"      and {ids.Count - MaxIds} more; --json shows them all");
        }
    }

    private void Fields(FieldCosts costs)
    {
        const int PathColumns = 40;
        bool isPacked = costs.PackedPackets > 0;
        string unit = isPacked ? "bits/packet" : "bytes";
        Title($"{costs.Name + (isPacked ? ": bits of each field" : ": bytes of each field"),-PathColumns - 2} {"tables",11} {unit,11} {"share",6}");
        FieldCost[] fields = [.. costs.Fields];
        foreach (FieldCost field in fields.Take(MaxIds))
        {
            string path = field.Path.Length > PathColumns ? string.Concat("…", field.Path.AsSpan(field.Path.Length - PathColumns + 1)) : field.Path;
            Row(path, field.Count > 0 ? $"{field.Count}" : "", Cost(field));
        }

        if (fields.Length > MaxIds)
        {
            Row($"and {fields.Length - MaxIds} more; --json shows them all", "", fields.Skip(MaxIds).Sum(Cost));
        }

        if (isPacked)
        {
            Row("headers, flags of the root, and padding", "", costs.SharedBits);
        }
        else
        {
            Row("vtables, offsets to them, and padding", "", costs.Structure);
        }

        long Cost(FieldCost field) => isPacked ? field.Bits : field.Bytes;

        void Row(string name, string count, long cost)
        {
            string amount = isPacked ? $"{(double)cost / costs.PackedPackets:0.0}" : UnitText.Bytes(cost);
            long all = isPacked ? costs.Bits : costs.Bytes;
            Line($"  {name,-PathColumns} {count,11} {amount,11} {(all == 0 ? 0 : 100.0 * cost / all),5:0.0}%");
        }
    }

    private void Times(PacketTimes times)
    {
        if (times.Gaps.Items.Count > 0)
        {
            List(
                "longest gaps between packets",
                times.Gaps.Items.Select(gap => $"{UnitText.Time(gap.Value)} from {UnitText.Time(gap.Item)}"));
        }

        List(
            $"bursts: most packets in {UnitText.Time(PacketTimes.BurstInterval)}",
            times.Bursts.Items.Select(burst => $"{burst.Value} from {UnitText.Time(burst.Item)}"));
    }

    private void Errors(PacketStatistics statistics)
    {
        if (statistics.Errors == 0)
        {
            return;
        }

        List("errors", statistics.ErrorKinds.Select(kind => $"{kind.Value} {kind.Key}"));
        foreach (PacketFault fault in statistics.Faults)
        {
            output.Write(WrappedText.Of(fault.Message, $"{_places.PlaceOf(fault)}  ", NarrowTable.Columns));
        }

        if (statistics.FaultCount > statistics.Faults.Count)
        {
            Line($"  and {statistics.FaultCount - statistics.Faults.Count} more");
        }
    }

    private void List(string title, IEnumerable<string> lines)
    {
        Title(title);
        foreach (string line in lines)
        {
            Line("  " + line);
        }
    }

    private void Title(string text)
    {
        output.WriteLine("");
        Line(text);
    }

    private void Line(string text)
    {
        _line.Clear();
        _line.Append(text);
        output.Write(_line.Finish());
    }
}
