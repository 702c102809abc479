using Codec.Cli.Stats;

namespace Codec.Tests.Cli.Reading;

/// <summary>Tests the counts of <c>codec stats</c>.</summary>
internal sealed class StatisticsTests
{
    [TestCase(0, "0 us")]
    [TestCase(-1500, "-1.5 us")]
    [TestCase(-2_000_000, "-2.000 ms")]
    [TestCase(-5_000_000_000, "-5.000 s")]
    [TestCase(5_000_000_000, "5.000 s")]
    public void Times_have_units(long nanoseconds, string expected) => Assert.That(UnitText.Time(nanoseconds), Is.EqualTo(expected));

    [TestCase("1000 1010 1020", 20, "10 10", "3")]
    [TestCase("1020 1010 1000", 20, "", "2 1", TestName = "The_first_record_is_the_latest")]
    [TestCase("9000 9010 9020 4000 4010 4020", 5020, "10 10 10 10", "3 3", TestName = "Two_captures_in_one_file")]
    [TestCase("1000 1100 1099 1200", 200, "100 100", "1 1 1 1", TestName = "Records_out_of_order")]
    public void Statistics_of_packets_whose_time_goes_back(string milliseconds, long duration, string gaps, string bursts)
    {
        PacketStatistics statistics = new();
        long[] times = [.. milliseconds.Split(' ').Select(long.Parse)];
        foreach (long time in times)
        {
            statistics.Packet(new TracedPacket { Id = 1, Payload = [], Nanoseconds = time * 1_000_000, Start = times[0] * 1_000_000 }, default);
        }

        statistics.Times.Finish();
        Assert.That(statistics.Times.Duration, Is.EqualTo(duration * 1_000_000));
        Assert.That(
            statistics.Times.Gaps.Items.Select(gap => gap.Value / 1_000_000),
            Is.EqualTo(gaps.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(long.Parse)));
        Assert.That(statistics.Times.Bursts.Items.Select(burst => burst.Value), Is.EqualTo(bursts.Split(' ').Select(long.Parse)));
    }

    [Test]
    public void The_columns_of_the_ids_are_separate([Values(1, 10_000, 212_000, 999_499)] int size)
    {
        PacketStatistics statistics = new();
        foreach (long time in (long[])[0, 1_000])
        {
            statistics.Packet(new TracedPacket { Id = 65_535, Payload = new byte[size], Nanoseconds = time, Start = 0 }, new PacketInspection(null, PacketError.UnknownId, null));
        }

        using StringWriter text = new();
        using (Utf8Output output = Utf8Output.Of(CodecTool.Console(text)))
        {
            new StatisticsText(output).Write(statistics);
        }

        string line = text.ToString().Split('\n').Single(row => row.StartsWith("65535", StringComparison.Ordinal));
        string number = UnitText.Count(size);
        Assert.That(line.Split(' ', StringSplitOptions.RemoveEmptyEntries).TakeLast(4), Is.EqualTo((string[])["2.0M", number, number, "2"]));
    }

    [Test]
    public void Statistics_contain_bursts_gaps_ids_and_sizes()
    {
        PacketStatistics statistics = new();
        long[] milliseconds = [0, 1, 2, 3, 500, 1000, 1001];
        for (int i = 0; i < milliseconds.Length; i++)
        {
            TracedPacket packet = new()
            {
                Id = (uint)(i % 2),
                Payload = new byte[i],
                Raw = new byte[4 + i],
                Nanoseconds = 1_000_000_000_000 + (milliseconds[i] * 1_000_000),
                Start = 1_000_000_000_000,
                Offset = -1,
                Direction = CaptureDirection.Inbound,
            };
            statistics.Packet(packet, new PacketInspection(null, i == 3 ? PacketError.UnknownId : PacketError.None, null));
        }

        statistics.Fault(new PacketFault("PayloadTooLarge", 7, "Too large."));
        statistics.Times.Finish();
        Assert.That(
            (statistics.Packets, statistics.Bytes, statistics.Errors, statistics.Times.Duration),
            Is.EqualTo((7L, 21L, 2L, 1_001_000_000L)));
        Assert.That(statistics.Ids.Select(count => (count.Id, count.Packets, count.Bytes)), Is.EqualTo(((uint, long, long)[])[(0, 4, 12), (1, 3, 9)]));
        Assert.That(statistics.Times.Gaps.Items[0], Is.EqualTo((500_000_000L, 500_000_000L)));
        Assert.That(statistics.Times.Bursts.Items[0], Is.EqualTo((4L, 0L)));
        Assert.That(statistics.Largest.Items[0].Value, Is.EqualTo(6));
        Assert.That(statistics.Sizes.Take(4), Is.EqualTo((long[])[1, 1, 2, 3]));
    }

    [Test]
    public void The_number_of_ids_in_the_statistics_is_bounded()
    {
        PacketStatistics statistics = new();
        for (uint id = 0; id < 100_000; id++)
        {
            statistics.Packet(new TracedPacket { Id = id, Payload = [], Nanoseconds = -1, Start = -1 }, default);
        }

        Assert.That(statistics.Ids, Has.Count.LessThan(10_000));
        Assert.That(statistics.Ids.Sum(count => count.Packets) + statistics.Others.Packets, Is.EqualTo(100_000));
        Assert.That(statistics.WithOthers([]), Is.EqualTo((IdCount[])[statistics.Others]));
    }

    [Test]
    public void The_bytes_of_each_field_add_up_to_those_of_the_payloads()
    {
        PayloadSchema schema = PayloadSchema.Parse("""
            attribute "packet_id";
            table Item { name:string; weight:float; inside:[Item]; }
            struct Place { x:int; y:int; }
            union Extra { Item, Place }
            table Bag (packet_id: 3) { owner:string; items:[Item]; tags:[string]; at:Place; count:ushort; extra:Extra; }
            """);
        FieldCosts costs = new(schema[3u]);
        byte[] payload = schema[3u].FromJson("""
            { "owner": "Ann", "items": [{ "name": "axe", "weight": 2, "inside": [{ "name": "pin", "weight": 3 }] }], "tags": ["a", "bc"], "at": { "x": 1, "y": 2 }, "count": 9,
              "extra_type": "Place", "extra": { "x": 3, "y": 4 } }
            """);
        costs.Add(payload);
        costs.Add(payload);
        Assert.That(costs.Fields.ToDictionary(field => field.Path, field => (field.Count, field.Bytes)), Is.EqualTo(new Dictionary<string, (long, long)>
        {
            ["owner"] = (2, 2 * (4 + 4 + 3 + 1)),
            ["items[]"] = (2, 2 * (4 + 4 + 4)),
            ["items[].name"] = (2, 2 * (4 + 4 + 3 + 1)),
            ["items[].weight"] = (2, 2 * 4),
            ["items[].inside[]"] = (2, 2 * (4 + 4 + 4)),
            ["items[].inside[].name"] = (2, 2 * (4 + 4 + 3 + 1)),
            ["items[].inside[].weight"] = (2, 2 * 4),
            ["tags[]"] = (2, 2 * (4 + 4 + (2 * 4) + (4 + 1 + 1) + (4 + 2 + 1))),
            ["at"] = (2, 2 * 8),
            ["count"] = (2, 2 * 2),
            ["extra"] = (2, 2 * (4 + 1 + 8)),
        }));
        Assert.That((costs.Bytes, costs.Structure), Is.EqualTo((2L * payload.Length, (2L * payload.Length) - costs.Fields.Sum(field => field.Bytes))));
        Assert.That(costs.Structure, Is.Positive);
    }
}
