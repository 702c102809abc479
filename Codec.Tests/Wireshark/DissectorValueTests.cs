namespace Codec.Tests.Wireshark;

/// <summary>Tests that Wireshark shows the same values of payloads as the JSON of the generated C#.</summary>
[TestFixture(WiresharkHost.Tshark)]
[TestFixture(WiresharkHost.Wiregasm)]
internal sealed class DissectorValueTests(WiresharkHost host)
{
    private static readonly int ValuesPerTable = RandomCases.Count(4);
    private static readonly PacketFormat Format = new(sizeWidth: 4);

    private static readonly string[][] Schemas =
    [
        ["schemas", "coverage", "coverage.fbs"], ["schemas", "game.fbs"], ["schemas", "test_packet.fbs"], ["schemas", "bench", "monster.fbs"],
        ["Codec.Tests", "Json", "dialect.fbs"], ["Codec.Tests", "GeneratedCode", "Schemas", "everything.fbs"], ["Codec.Tests", "GeneratedCode", "Schemas", "modern.fbs"],
    ];

    private static readonly string[] Messages = ["login", "move", "spawn", "chat", "inventory", "snapshot", "snapshot_large"];
    private static readonly string[] Foreign = [.. Enumerable.Repeat("Coverage.Everything", 20), .. Enumerable.Repeat("Coverage.UnionVector", 5)];
    private static readonly int Seed = Environment.TickCount;

    private static IEnumerable<TestCaseData> Files => Schemas.Select(path => new TestCaseData(path, null).SetArgDisplayNames(path[^1]));

    // One run dissects the packets of all tests.
    private static readonly Dictionary<WiresharkHost, Lazy<SchemaCases[]>> Dissections =
        Enum.GetValues<WiresharkHost>().ToDictionary(host => host, host => new Lazy<SchemaCases[]>(() => Dissect(host)));

    [TestCaseSource(nameof(Files))]
    public void Random_values_of_every_table_are_shown_correctly(string[] path, string? _)
    {
        RandomCases.Seed(Seed);
        Check(path[^1], ValuesPerTable * JsonSchema.OfFile(path).Model.Tables.Count, isGolden: false);
    }

    [Test]
    public void Golden_payloads_and_those_of_another_builder_are_shown_correctly()
    {
        RandomCases.Seed(Seed);
        Check("game.fbs", Messages.Length, isGolden: true);
        Check("coverage.fbs", Foreign.Length, isGolden: true);
    }

    private static IEnumerable<Case> RandomCasesOf(JsonSchema schema)
    {
        Random random = new(Seed);
        return schema.Model.Tables.SelectMany(table => Enumerable.Range(0, ValuesPerTable)
            .Select(_ => new Case(table.FullName, JsonSchema.Payload(schema.Fill(table.FullName, random)), IsGolden: false)));
    }

    private static IEnumerable<Case> GoldenCasesOf(JsonSchema schema, string file) => file switch
    {
        "game.fbs" => Messages.Select(name => GoldenFiles.ReadBytes(name + ".bin")).Select(packet => new Case(TypeOf(schema, packet), packet[PacketHeader.ByteCount..], IsGolden: true)),
        "coverage.fbs" => Foreign.Select((root, i) => new Case(root, CompiledRoots.Instance.Payload(root, new Random(Seed + i), isForeign: true), IsGolden: true)),
        _ => [],
    };

    private static string TypeOf(JsonSchema schema, byte[] packet)
    {
        Assert.That(PacketHeader.TryRead(packet, out PacketHeader header), Is.True);
        return schema.Model.Packets.Single(candidate => candidate.Id == header.Id).Type;
    }

    private static SchemaCases[] Dissect(WiresharkHost host)
    {
        SchemaCases[] all = [.. Schemas.Select(path =>
        {
            JsonSchema schema = JsonSchema.OfFile(path);

            // Every table is declared as a packet, and the capture contains one packet for each payload.
            SchemaModel model = schema.Model with
            {
                Packets = new EquatableArray<PacketDefinition>(schema.Model.Tables.Select(
                    (table, i) => new PacketDefinition { Id = (uint)i, Type = table.FullName, IsStruct = false, Span = table.Span })),
            };
            return new SchemaCases(path[^1], schema, model, [.. RandomCasesOf(schema), .. GoldenCasesOf(schema, path[^1])]);
        })];
        using DissectorRunner wireshark = DissectorRunner.Create(host, [.. all.Select(one => WiresharkEmitter.Emit(one.Model, DissectorOptions.Of(Format)))]);
        IEnumerable<IEnumerable<byte[]>> packets = all.Select(
            one => one.Cases.Select(item => DissectorMutantTests.Packet(one.Model, item.Table, item.Payload, Format)));
        Queue<XElement> frames = new(wireshark.Dissect(PcapngFile.OfPackets(packets)));
        Assert.That(frames, Has.Count.EqualTo(all.Sum(one => one.Cases.Length)));
        foreach (Case item in all.SelectMany(one => one.Cases))
        {
            item.Frame = frames.Dequeue();
        }

        return all;
    }

    private void Check(string file, int count, bool isGolden)
    {
        (_, JsonSchema schema, SchemaModel model, Case[] all) = Dissections[host].Value.Single(one => one.File == file);
        Case[] cases = [.. all.Where(item => item.IsGolden == isGolden)];
        Assert.That(cases, Has.Length.EqualTo(count));
        DissectedValue values = new(model, ProtocolOf(model));
        for (int i = 0; i < cases.Length; i++)
        {
            (string table, byte[] payload, _) = cases[i];
            XElement frame = cases[i].Frame!;
            string json = schema.ToJson(schema.FromPayload(table, payload));
            XElement root = frame.Descendants("field").First(field => (string?)field.Attribute("name") == values.FilterOf(table));
            using JsonDocument document = JsonDocument.Parse(json);
            try
            {
                values.CheckTable(table, root, document.RootElement);
            }
            catch (AssertionException exception)
            {
                Assert.Fail($"{exception.Message}\n{table}, packet {i}:\n{json}\n{root}");
            }

            Assert.That(frame.Descendants().Where(field => (string?)field.Attribute("name") == "_ws.expert"), Is.Empty, json);
        }
    }

    private static string ProtocolOf(SchemaModel model) => Path.GetFileNameWithoutExtension(model.Files.First(file => file.IsRoot).Path);

    private sealed record SchemaCases(string File, JsonSchema Schema, SchemaModel Model, Case[] Cases);

    private sealed record Case(string Table, byte[] Payload, bool IsGolden)
    {
        public XElement? Frame { get; set; }
    }
}
