namespace Codec.Tests.Wireshark;

/// <summary>Tests that invalid payloads cause diagnostics, and never a Lua error.</summary>
internal sealed class DissectorMutantTests
{
    private static readonly int Mutants = RandomCases.Count(2000);

    // Tests the runner: otherwise, the test of mutants could succeed without a dissector.
    [TestCase("u32(r, target)", "u32(r, target) + missing_name", "missing_name")]
    [TestCase("", "do return end\n", "")]
    public void Lua_errors_and_scripts_that_were_not_loaded_completely_are_found(string replaced, string by, string problem)
    {
        GeneratedFile file = Codec.Schema.Wireshark.WiresharkEmitter.Emit(JsonSchema.OfFile("schemas", "game.fbs").Model, new());
        string text = replaced.Length == 0 ? file.Text + by : file.Text.Replace(replaced, by, StringComparison.Ordinal);
        using DissectorRunner broken = DissectorRunner.Create(WiresharkHost.Tshark, file with { Text = text });
        Assert.That(broken.ProblemsOf(PcapFile.OfPackets([GoldenFiles.ReadBytes("chat.bin")])), Is.Not.Empty.And.Contains(problem));
    }

    [Test]
    public void Mutants_cause_no_Lua_error_and_the_dissector_agrees_with_the_verifier([Values] WiresharkHost host)
    {
        JsonSchema schema = JsonSchema.OfFile("schemas", "coverage", "coverage.fbs");
        SchemaModel model = schema.Model with
        {
            Packets = new EquatableArray<PacketDefinition>(schema.Model.Tables.Select(
                (table, i) => new PacketDefinition { Id = (uint)i, Type = table.FullName, IsStruct = false, Span = table.Span })),
        };
        Random random = new(RandomCases.Seed());
        List<(string Table, byte[] Payload)> seeds = [];
        foreach (TableDefinition table in model.Tables)
        {
            seeds.AddRange(Enumerable.Range(0, 6).Select(_ => (table.FullName, JsonSchema.Payload(schema.Fill(table.FullName, random)))));
        }

        seeds.AddRange(Enumerable.Range(0, 60).Select(_ => ("Coverage.Everything", CompiledRoots.Instance.Payload("Coverage.Everything", random, isForeign: true))));

        Dictionary<string, PlainType> types = model.Tables.ToDictionary(table => table.FullName, table => new PlainType(schema.Type(table.FullName)));
        (string Table, byte[] Payload)[] mutants = [.. Enumerable.Range(0, Mutants).Select(i =>
        {
            (string table, byte[] payload) = seeds[random.Next(seeds.Count)];
            return (table, PayloadMutator.Mutate(payload, random));
        })];
        using DissectorRunner wireshark = DissectorRunner.Create(host, model);
        IReadOnlyList<string[]> lines = wireshark.Fields(
            PcapFile.OfPackets(mutants.Select(mutant => Packet(model, mutant.Table, mutant.Payload))), "", "coverage.packet.malformed", "_ws.expert.message");
        Assert.That(lines, Has.Count.EqualTo(Mutants));
        int refused = 0;
        int missed = 0;
        for (int i = 0; i < Mutants; i++)
        {
            bool isAccepted = types[mutants[i].Table].Verify(mutants[i].Payload);
            bool isMalformed = lines[i][0].Length > 0;
            Assert.That(isAccepted && isMalformed, Is.False, () => $"{mutants[i].Table} is valid, not {lines[i][1]}: {Convert.ToHexString(mutants[i].Payload)}");
            refused += isAccepted ? 0 : 1;
            missed += isAccepted || isMalformed ? 0 : 1;
        }

        Assert.That(refused, Is.GreaterThan(Mutants / 4));
        TestContext.Out.WriteLine($"{missed} of {refused} rejected mutants are not malformed in the dissector.");
        Assert.That(missed, Is.LessThan(10), "the dissector shows values that the verifier rejects");
    }

    internal static byte[] Packet(SchemaModel model, string table, byte[] payload, PacketFormat? format = null) =>
        BytesWriter.Packet(model.Packets.Single(candidate => candidate.Type == table).Id, payload, format);
}
