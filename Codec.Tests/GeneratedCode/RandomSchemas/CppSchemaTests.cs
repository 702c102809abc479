using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using Codec.Interpreter;
using Codec.Schema.Cpp;
using Codec.Schema.Model;
using Codec.Tests.Interop;
using FsCheck;
using FsCheck.Fluent;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode.RandomSchemas;

/// <summary>
/// Tests random schemas with random values from generated C# to generated C++ and back: C++ writes the same bytes as C#, and flatc reads the JSON.
/// </summary>
[TestFixture]
internal sealed class CppSchemaTests
{
    private const string CountVariable = "CODEC_SCHEMAS";
    private const string SeedVariable = "CODEC_SCHEMA_SEED";
    private const int BatchSize = 10;
    private const int ValuesPerTable = 12;

    [Test]
    public void Random_schemas_give_the_same_bytes_in_both_languages()
    {
        CppAnswers.RequirePrograms();
        ExternalProgram.Require("node", "npm");
        if (RandomCases.Number(SeedVariable) is { } seed)
        {
            Circle([(int)seed]);
            return;
        }

        int count = RandomCases.Count(CountVariable, BatchSize);
        int batches = (count + BatchSize - 1) / BatchSize;
        Check.One(PropertyRunner.Config(batches), Prop.ForAll(Batches(Math.Min(count, BatchSize)), new Func<int[], bool>(Circle)));
    }

    // A failing batch is reduced to the schema that fails.
    private static Arbitrary<int[]> Batches(int size) => Arb.From(
        Gen.Choose(0, int.MaxValue).ArrayOf(size),
        seeds => seeds.Length < 2 ? [] : [seeds[..(seeds.Length / 2)], seeds[(seeds.Length / 2)..]]);

    private static bool Circle(int[] seeds)
    {
        RandomSchema[] schemas = [.. seeds.Distinct().Select(seed => new RandomSchema(seed, hasWideUnions: true))];
        Assembly assembly = InMemoryCompilation.Load("RandomSchemas", schemas.SelectMany(schema => schema.Sources));
        using CppAnswers cpp = new(
            schemas.SelectMany(schema => CppMessageEmitter.Emit(schema.Model, CppOptions.Default)),
            schemas.SelectMany(schema => schema.Model.Tables.Select(table => table.FullName)),
            "-O0");
        List<byte[]> ours = [];
        List<byte[]> theirs = [];
        List<(bool IsValid, bool IsRead, byte[] Written)> answers = [];
        List<(bool IsValid, bool IsRead, byte[] Written)> foreignAnswers = [];
        int root = 0;
        foreach (RandomSchema schema in schemas)
        {
            schema.Use(assembly);
            Random random = new(schema.Seed);
            foreach (TableDefinition table in schema.Model.Tables)
            {
                PlainType plain = new(assembly.GetType(table.FullName, throwOnError: true)!);
                for (int i = 0; i < ValuesPerTable; i++)
                {
                    object value = schema.Fill(plain.Type, random);
                    ours.Add(plain.Write(value));

                    // This layout is never written by the generated writers.
                    theirs.Add(new RuntimeWriter(schema.Model, random).Write(value, table, schema.IdentifierOf(table)));
                }

                answers.AddRange(cpp.Ask(root, ours.TakeLast(ValuesPerTable)));
                foreignAnswers.AddRange(cpp.Ask(root, theirs.TakeLast(ValuesPerTable)));
                root++;
            }
        }

        answers.AddRange(foreignAnswers);
        for (int i = 0; i < answers.Count; i++)
        {
            (bool isValid, bool isRead, byte[] written) = answers[i];
            byte[] payload = i < ours.Count ? ours[i] : theirs[i - ours.Count];
            byte[] expected = ours[i % ours.Count];
            Assert.That(
                isValid && isRead && written.AsSpan().SequenceEqual(expected),
                Is.True,
                () => $"{Convert.ToHexString(payload)} is valid: {isValid}, is read: {isRead}, is written as {Convert.ToHexString(written)} and in C# as {Convert.ToHexString(expected)}; root {i % ours.Count / ValuesPerTable} of\n{string.Join('\n', schemas.Select(schema => schema.ToString()))}");
        }

        root = 0;
        foreach (RandomSchema schema in schemas)
        {
            int main = root + schema.Model.Tables.ToList().FindIndex(table => table.FullName == schema.Model.Files[0].RootType);
            root += schema.Model.Tables.Count;
            if (schema.HasJsonBack)
            {
                int first = main * ValuesPerTable;
                PlainType plain = new(assembly.GetType(schema.Model.Files[0].RootType!, throwOnError: true)!);
                PayloadMessage message = new PayloadSchema(schema.Model)[plain.Type.FullName!];
                byte[][] payloads = [.. ours.Skip(first).Take(ValuesPerTable)];
                ReadJson(schema, plain, payloads, [.. payloads.Select(payload => message.ToJson(payload))]);
            }
        }

        return true;
    }

    // Checks that flatc 25.12 reads the JSON and builds a payload with the same values.
    private static void ReadJson(RandomSchema schema, PlainType plain, byte[][] payloads, string[] json)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("codec-json");
        try
        {
            string file = Path.Combine(folder.FullName, schema.Name + ".fbs");
            File.WriteAllText(file, schema.Text);
            string[] names = [.. json.Select((_, i) => Path.Combine(folder.FullName, string.Create(CultureInfo.InvariantCulture, $"p{i}")))];
            for (int i = 0; i < json.Length; i++)
            {
                File.WriteAllText(names[i] + ".json", json[i]);
            }

            FlatcTool.Run("flatc.mjs", ["-o", folder.FullName, "-b", "--strict-json", file, .. names.Select(name => name + ".json")]);
            for (int i = 0; i < json.Length; i++)
            {
                object? read = plain.Read(File.ReadAllBytes(names[i] + ".bin"));
                Assert.That(read is not null && plain.Write(read).AsSpan().SequenceEqual(payloads[i]), Is.True, () => $"{json[i]}\n{Convert.ToHexString(payloads[i])}\n{schema}");
            }
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
