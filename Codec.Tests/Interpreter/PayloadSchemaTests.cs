namespace Codec.Tests.Interpreter;

/// <summary>Compares the interpreter with generated code.</summary>
internal sealed class PayloadSchemaTests
{
    private const int ValuesPerTable = 20;
    private const int MutantsPerTable = 200;

    private static readonly string[][] Schemas =
    [
        ["schemas", "coverage", "coverage.fbs"], ["schemas", "coverage", "keywords.fbs"], ["schemas", "game.fbs"], ["schemas", "bench", "monster.fbs"],
        ["Codec.Tests", "Json", "dialect.fbs"], ["Codec.Tests", "GeneratedCode", "Schemas", "everything.fbs"], ["Codec.Tests", "GeneratedCode", "Schemas", "modern.fbs"],
        ["Codec.Tests", "GeneratedCode", "Schemas", "limits.fbs"], ["Codec.Tests", "GeneratedCode", "Schemas", "wide.fbs"],
    ];

    private static IEnumerable<TestCaseData> Tables => Schemas.SelectMany(path => JsonSchema.OfFile(path).Model.Tables
        .Select(table => new TestCaseData(path, table.FullName).SetArgDisplayNames(table.FullName)));

    [TestCaseSource(nameof(Tables))]
    public void Values_are_read_and_written_like_in_generated_code(string[] path, string table) =>
        Compare(JsonSchema.OfFile(path), table, new Random(RandomCases.Seed()));

    [TestCaseSource(nameof(Tables))]
    public void Mutants_that_generated_code_rejects_are_rejected(string[] path, string table)
    {
        JsonSchema schema = JsonSchema.OfFile(path);
        CompareMutants(schema, table, new Random(RandomCases.Seed()));
    }

    [Test]
    public void Values_of_random_schemas_are_read_and_written_like_in_generated_code()
    {
        Random random = new(RandomCases.Seed());
        for (int i = 0; i < 2; i++)
        {
            JsonSchema schema = JsonSchema.OfText(new RandomSchemaText(random).Write("Tool" + i));
            foreach (string table in schema.Model.Tables.Select(table => table.FullName))
            {
                Compare(schema, table, random);
                CompareMutants(schema, table, random);
            }
        }
    }

    [Test]
    public void Floating_point_numbers_are_read_as_they_were_written()
    {
        PayloadMessage message = PayloadSchema.Parse("table R { f:[float]; d:[double]; }")["R"];
        Random random = new(RandomCases.Seed());
        for (int i = 0; i < RandomCases.Count(5000); i++)
        {
            double real = i % 2 == 0 ? BitConverter.Int64BitsToDouble(random.NextInt64()) : random.NextInt64() >> random.Next(64);
            float single = i % 2 == 0 ? BitConverter.Int32BitsToSingle(random.Next()) : random.NextInt64() >> random.Next(64);
            string json = message.ToJson(message.FromJson(string.Create(CultureInfo.InvariantCulture, $$"""{"f":["{{single}}"],"d":["{{real}}"]}""")));
            using JsonDocument read = JsonDocument.Parse(json);
            (JsonElement f, JsonElement d) = (read.RootElement.GetProperty("f")[0], read.RootElement.GetProperty("d")[0]);
            Assert.That(f.ValueKind == JsonValueKind.String ? single : f.GetSingle(), Is.EqualTo(single), json);
            Assert.That(d.ValueKind == JsonValueKind.String ? real : d.GetDouble(), Is.EqualTo(real), json);
        }
    }

    // flatc accepts fewer values than types, and writes both vectors.
    [TestCase("""{"anys_type":["Leaf","Text"],"anys":[{"value":1}]}""", "The vector has 1 elements, and anys_type has 2. Path: $.anys.")]
    [TestCase("""{"anys":[{"value":1}],"anys_type":["Leaf","Text"]}""", "The vector has 1 elements, and anys_type has 2. Path: $.anys.")]
    [TestCase("""{"anys_type":["Leaf"],"anys":[]}""", "The vector has 0 elements, and anys_type has 1. Path: $.anys.")]
    [TestCase("""{"anys_type":["Leaf"],"anys":[{},{}]}""", "The vector has 2 elements, and anys_type has 1. Path: $.anys.")]
    public void A_vector_of_unions_has_as_many_values_as_types(string json, string expected)
    {
        PayloadMessage message = PayloadSchema.Load(Repository.PathOf("Codec.Tests", "Json", "dialect.fbs"))["Codec.Tests.Dialect.Root"];
        Assert.That(() => message.FromJson(json), Throws.TypeOf<JsonException>().With.Message.StartsWith(expected.TrimEnd('.')));
    }

    [TestCase("{\"f\":\"B\",\"e\":\"Z\",\"g\":[\"Y\",\"Z\",\"N\"]}", "{\"f\":\"B\",\"e\":\"Y\",\"g\":[\"Y\",\"Y\",\"N\"]}")]
    [TestCase("{\"f\":\"A C\",\"e\":3}", "{\"f\":\"A B C\",\"e\":\"Y\"}")]
    public void The_first_name_of_a_number_is_written_as_in_flatc(string json, string expected)
    {
        PayloadMessage message = PayloadSchema.Parse(
            "enum F:uint (bit_flags) { A = 1, B = 2, C = 2 } enum E:int { X = 1, Y = 3, Z = 3, N = -2 } table T { f:F; e:E = X; g:[E]; }")["T"];
        Assert.That(message.ToJson(message.FromJson(json)), Is.EqualTo(expected));
    }

    private static void Compare(JsonSchema schema, string table, Random random)
    {
        PayloadMessage message = schema.Payloads[table];
        for (int i = 0; i < ValuesPerTable; i++)
        {
            object value = schema.Fill(table, random);
            byte[] payload = JsonSchema.Payload(value);
            if (!new PlainType(schema.Type(table)).Verify(payload))
            {
                // The value exceeds the limits of the schema.
                Assert.That(message.FindProblem(payload), Is.Not.Null);
                continue;
            }

            Assert.That(message.FindProblem(payload), Is.Null);
            string json = message.ToJson(payload);
            byte[] expected = JsonSchema.Payload(schema.FromPayload(table, payload));
            Assert.That(Convert.ToHexString(message.FromJson(json)), Is.EqualTo(Convert.ToHexString(expected)), json);
        }
    }

    private static void CompareMutants(JsonSchema schema, string table, Random random)
    {
        PayloadMessage message = schema.Payloads[table];
        PlainType plain = new(schema.Type(table));
        for (int i = 0; i < RandomCases.Count(MutantsPerTable); i++)
        {
            byte[] mutant = PayloadMutator.Mutate(JsonSchema.Payload(schema.Fill(table, random)), random);
            PayloadProblem? problem = message.FindProblem(mutant);
            Assert.That(problem is null, Is.EqualTo(plain.Verify(mutant)), $"{Convert.ToHexString(mutant)} {problem}");
            Assert.That(message.Verify(mutant, out PacketError error), Is.EqualTo(problem is null));
            Assert.That(error, Is.EqualTo(problem?.Error ?? PacketError.None));
            Assert.That(problem?.Offset ?? 0, Is.InRange(0, mutant.Length));
            if (problem is null && plain.Read(mutant) is object read)
            {
                Assert.That(message.ToJson(mutant), Is.EqualTo(message.ToJson(plain.Write(read))));
            }
        }
    }
}
