using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Text.Json;
using Codec.Interpreter;
using Codec.Json;
using Codec.Tests.GeneratedCode;
using Codec.Tests.GeneratedCode.RandomSchemas;
using Codec.Tests.Json;
using NUnit.Framework;

namespace Codec.Tests.Cli.Payloads;

/// <summary>Compares the tool's readers and writers, which use a schema model, with generated code.</summary>
[TestFixture]
internal sealed class PayloadSchemaTests
{
    private const int ValuesPerTable = 20;
    private const int MutantsPerTable = 400;
    private const string Dialect = "Codec.Tests.Dialect.Root";

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
    public void Values_of_random_schemas_are_read_and_written_like_in_generated_code([Values(1, null)] int? fixedSeed)
    {
        Random random = new(RandomCases.Seed(fixedSeed));
        for (int i = 0; i < 4; i++)
        {
            JsonSchema schema = JsonSchema.OfText(new RandomSchemaText(random, hasWideUnions: true).Write("Tool" + i));
            foreach (string table in schema.Model.Tables.Select(table => table.FullName))
            {
                Compare(schema, table, random);
                CompareMutants(schema, table, random);
            }
        }
    }

    [Test]
    public void JSON_is_accepted_and_rejected_like_in_generated_code()
    {
        JsonSchema schema = JsonSchema.OfFile("Codec.Tests", "Json", "dialect.fbs");
        PayloadMessage message = new PayloadSchema(schema.Model).Find(Dialect)!;
        Assert.Multiple(() =>
        {
            const string RoundedOnce = """{"f32":"1.00000005960464477539062500000001"}""";
            foreach (string json in JsonDialectTests.AsFlatc.Concat(JsonDialectTests.CodecAlone).Concat(JsonDialectTests.FlatcAlone).Append(RoundedOnce))
            {
                string? theirs = Try(() => Convert.ToHexString(JsonSchema.Payload(schema.FromJson(Dialect, json))), out string? theirError);
                string? ours = Try(() => Convert.ToHexString(new PayloadJsonReader().Read(Encoding.UTF8.GetBytes(json), message)), out string? ourError);
                Assert.That(ours, Is.EqualTo(theirs), $"{json}\ngenerated: {theirError}\ntool: {ourError}");
            }
        });
    }

    [TestCase("""{"flag":"yes"}""")]
    [TestCase("""{"bools":[256]}""")]
    [TestCase("""{"i8":200}""")]
    [TestCase("""{"u8":-1}""")]
    [TestCase("""{"any_type":"Bogus","any":{}}""")]
    [TestCase("""{"any":{},"any_type":"Bogus"}""")]
    [TestCase("""{"any":{"name":5},"any_type":"Leaf"}""")]
    [TestCase("""{"anys_type":["Leaf","Bogus"],"anys":[{},{}]}""")]
    [TestCase("""{"anys":[{},{}],"anys_type":["Leaf","Bogus"]}""")]
    [TestCase("""{"anys":[{}],"anys_type":5}""")]
    [TestCase("""{"anys":[{},{"name":5}],"anys_type":["Leaf","Leaf"]}""")]
    public void Messages_name_the_same_problem_and_path_as_those_of_generated_code(string json)
    {
        JsonSchema schema = JsonSchema.OfFile("Codec.Tests", "Json", "dialect.fbs");
        PayloadMessage message = new PayloadSchema(schema.Model).Find(Dialect)!;
        string theirs = Assert.Throws<JsonException>(() => schema.FromJson(Dialect, json))!.Message;
        string ours = Assert.Throws<JsonException>(() => new PayloadJsonReader().Read(Encoding.UTF8.GetBytes(json), message))!.Message;
        Assert.That(theirs, Does.StartWith(ours[..^1] + " | LineNumber: "));
    }

    [Test]
    public void Mutated_JSON_is_accepted_and_rejected_like_in_generated_code([Values(1, null)] int? fixedSeed)
    {
        JsonSchema schema = JsonSchema.OfFile("Codec.Tests", "Json", "dialect.fbs");
        PayloadMessage message = new PayloadSchema(schema.Model).Find(Dialect)!;
        Random random = new(RandomCases.Seed(fixedSeed));
        for (int i = 0; i < RandomCases.Count(2000); i++)
        {
            byte[] json = HostileJsonTests.Mutate(Encoding.UTF8.GetBytes(((IJsonObject)schema.Fill(Dialect, random)).ToJson()), random);
            string? theirs = Try(() => Convert.ToHexString(JsonSchema.Payload(schema.FromJson(Dialect, json))), out string? theirError);
            string? ours = Try(() => Convert.ToHexString(new PayloadJsonReader().Read(json, message)), out string? ourError);
            Assert.That(ours, Is.EqualTo(theirs), $"{Encoding.UTF8.GetString(json)}\ngenerated: {theirError}\ntool: {ourError}");
        }
    }

    [Test]
    public void Floating_point_numbers_are_written_like_in_generated_code()
    {
        JsonSchema schema = JsonSchema.OfText("table R { f:float; d:double; }");
        PayloadMessage message = new PayloadSchema(schema.Model).Find("R")!;
        Random random = new(RandomCases.Seed());
        for (int i = 0; i < RandomCases.Count(20_000); i++)
        {
            double real = i % 2 == 0 ? BitConverter.Int64BitsToDouble(random.NextInt64()) : random.NextInt64() >> random.Next(64);
            float single = i % 2 == 0 ? BitConverter.Int32BitsToSingle(random.Next()) : random.NextInt64() >> random.Next(64);
            object value = Activator.CreateInstance(schema.Type("R"))!;
            value.GetType().GetProperty("F")!.SetValue(value, single);
            value.GetType().GetProperty("D")!.SetValue(value, real);
            Assert.That(Json(JsonSchema.Payload(value), message), Is.EqualTo(((IJsonObject)value).ToJson()));
        }
    }

    private static void Compare(JsonSchema schema, string table, Random random)
    {
        PayloadMessage message = new PayloadSchema(schema.Model).Find(table)!;
        PayloadJsonReader reader = new();
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

            string json = ((IJsonObject)schema.FromPayload(table, payload)).ToJson();
            Assert.That(message.FindProblem(payload), Is.Null, json);
            Assert.That(Json(payload, message), Is.EqualTo(json));
            byte[] expected = JsonSchema.Payload(schema.FromJson(table, json));
            Assert.That(Convert.ToHexString(reader.Read(Encoding.UTF8.GetBytes(json), message)), Is.EqualTo(Convert.ToHexString(expected)), json);
        }
    }

    private static void CompareMutants(JsonSchema schema, string table, Random random)
    {
        PayloadMessage message = new PayloadSchema(schema.Model).Find(table)!;
        PlainType plain = new(schema.Type(table));
        for (int i = 0; i < RandomCases.Count(MutantsPerTable); i++)
        {
            byte[] mutant = PayloadMutator.Mutate(JsonSchema.Payload(schema.Fill(table, random)), random);
            PayloadProblem? problem = message.FindProblem(mutant);
            Assert.That(problem is null, Is.EqualTo(plain.Verify(mutant)), $"{Convert.ToHexString(mutant)} {problem}");
            if (problem is null && plain.Read(mutant) is IJsonObject read)
            {
                Assert.That(Json(mutant, message), Is.EqualTo(read.ToJson()));
            }
            else if (problem is not null)
            {
                Assert.That(problem.Offset, Is.InRange(0, Math.Max(0, mutant.Length)));
            }
        }
    }

    private static string Json(byte[] payload, PayloadMessage message)
    {
        ArrayBufferWriter<byte> buffer = new();
        using (Utf8JsonWriter writer = new(buffer))
        {
            Assert.That(new PayloadJsonWriter(writer).Write(payload, message), Is.True);
        }

        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    private static string? Try(Func<string> read, out string? error)
    {
        try
        {
            error = null;
            return read();
        }
        catch (JsonException exception)
        {
            error = exception.Message;
            return null;
        }
    }
}
