namespace Codec.Tests.GeneratedCode.RandomSchemas;

/// <summary>
/// Tests random schemas with random values: the generated C#, which is compiled in this process, with its verifier; the generated C++, which writes the
/// same bytes; the verifier, reader and builder of the FlatBuffers C++ library; JSON of flatc and of the interpreter; and the builder of the FlatBuffers
/// runtime. A failure prints the schema and its seed.
/// </summary>
internal sealed class RandomSchemaTests
{
    private const string CountVariable = "CODEC_SCHEMAS";
    private const string SeedVariable = "CODEC_SCHEMA_SEED";

    // The number of schemas for one run of the C++ compiler. Larger batches would only make failures harder to reduce.
    private const int BatchSize = 3;
    private const int ValuesPerTable = 12;

    [Test]
    public void Payloads_of_random_schemas_round_trip_through_csharp_cpp_and_json()
    {
        CppRepacker.RequirePrograms();
        if (RandomCases.Number(SeedVariable) is { } seed)
        {
            Circle([(int)seed]);
            return;
        }

        Random random = new(RandomCases.Seed());
        for (int left = RandomCases.Count(CountVariable, BatchSize); left > 0; left -= BatchSize)
        {
            int[] seeds = [.. Enumerable.Range(0, Math.Min(left, BatchSize)).Select(_ => random.Next())];
            try
            {
                Circle(seeds);
            }
            catch (Exception) when (seeds.Length > 1)
            {
                // The schema that fails is tested alone.
                Array.ForEach(seeds, alone => Circle([alone]));
                throw;
            }
        }
    }

    private static void Circle(int[] seeds)
    {
        TestContext.Out.WriteLine($"{SeedVariable}: {string.Join(", ", seeds)}");
        RandomSchema[] schemas = [.. seeds.Distinct().Select(seed => new RandomSchema(seed))];
        Assembly assembly = InMemoryCompilation.Load("RandomSchemas", schemas.SelectMany(schema => schema.Sources));
        List<RandomPayloads> all = [];
        foreach (RandomSchema schema in schemas)
        {
            schema.Use(assembly);
            Random random = new(schema.Seed);
            all.AddRange(schema.Model.Tables.Select(table => new RandomPayloads(schema, table, assembly, random, ValuesPerTable)));
        }

        using CppAnswers own = new(
            schemas.SelectMany(schema => CppMessageEmitter.Emit(schema.Model, CppOptions.Default)),
            schemas.SelectMany(schema => schema.Model.Tables.Select(table => table.FullName)),
            "-O0");
        foreach ((int root, RandomPayloads payloads) in all.Index())
        {
            payloads.CheckAlone();
            payloads.CheckOwnCpp(own, root);
        }

        using CppRepacker cpp = new(schemas);
        IReadOnlyList<byte[]> theirs = cpp.Repack([.. all.SelectMany((payloads, root) => payloads.Ours.Select(payload => (root, payload)))]);
        foreach ((RandomPayloads payloads, byte[][] built) in all.Zip(theirs.Chunk(ValuesPerTable)))
        {
            payloads.CheckBuilt(built, "C++");
            if (payloads.IsRoot && payloads.Schema.HasJson)
            {
                payloads.CheckJson(cpp, built);
            }
        }
    }
}
