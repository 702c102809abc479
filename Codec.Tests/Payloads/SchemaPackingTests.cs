using Codec.Tests.GeneratedCode.RandomSchemas;

namespace Codec.Tests.Payloads;

/// <summary>Packs and unpacks payloads by their schemas, and compares their values by the interpreter.</summary>
internal sealed class SchemaPackingTests
{
    private const int Payloads = 200;

    private static IEnumerable<string> Roots => CompiledRoots.Names;

    [TestCaseSource(nameof(Roots))]
    public void Random_payloads_round_trip(string root)
    {
        PayloadShape shape = PackedShapes.Of(root);
        Random random = new(RandomCases.Seed());
        for (int i = 0; i < RandomCases.Count(10 * Payloads); i++)
        {
            PackedShapes.RoundTrip(shape, CompiledRoots.Instance.MessageOf(root), CompiledRoots.Instance.Payload(root, random, isForeign: i % 2 == 1));
        }
    }

    [Test]
    public void Payloads_of_random_schemas_round_trip()
    {
        int first = RandomCases.Seed();
        RandomSchema[] schemas = [.. Enumerable.Range(first, 12).Select(seed => new RandomSchema(seed))];
        Assembly assembly = InMemoryCompilation.Load("PackedSchemas", schemas.SelectMany(schema => schema.Sources));
        foreach (RandomSchema schema in schemas)
        {
            schema.Use(assembly);
            PayloadSchema interpreter = new(schema.Model);
            SchemaIndex index = new(schema.Model);
            Random random = new(schema.Seed);
            foreach (TableDefinition table in schema.Model.Tables)
            {
                PayloadMessage message = interpreter[table.FullName];
                PayloadShape shape = PackedShapes.Of(index, message);
                foreach (byte[] payload in new GeneratedCode.RandomSchemas.RandomPayloads(schema, table, assembly, random, 10).Ours)
                {
                    PackedShapes.RoundTrip(shape, message, payload);
                }
            }
        }
    }

    [TestCase("generated/chat", "Game.Chat")]
    [TestCase("generated/inventory", "Game.Inventory")]
    [TestCase("generated/login", "Game.Login")]
    [TestCase("generated/move", "Game.Move")]
    [TestCase("generated/snapshot", "Game.Snapshot")]
    [TestCase("generated/snapshot_large", "Game.Snapshot")]
    [TestCase("generated/spawn", "Game.Spawn")]
    [TestCase("generated/test_packet", "Game.TestPacket")]
    [TestCase("chat", "Game.Chat")]
    [TestCase("inventory", "Game.Inventory")]
    [TestCase("coverage/defaults", "Coverage.Everything")]
    [TestCase("coverage/everything", "Coverage.Everything")]
    [TestCase("coverage/smallest", "Coverage.Everything")]
    [TestCase("coverage/union_vector", "Coverage.UnionVector")]
    public void Golden_payload_round_trips(string name, string root)
    {
        byte[] payload = GoldenFiles.ReadBytes(name + ".bin");
        payload = name.StartsWith("coverage", StringComparison.Ordinal) ? payload : payload[PacketHeader.ByteCount..];
        byte[] packed = PackedShapes.RoundTrip(PackedShapes.Of(root), CompiledRoots.Instance.MessageOf(root), payload);
        TestContext.Out.WriteLine($"{name}: {payload.Length} {packed.Length}");
    }
}
