namespace Codec.Tests.GeneratedCode.RandomSchemas;

/// <summary>Random values of one table, their payloads by the generated writer, and the checks for them.</summary>
internal sealed class RandomPayloads
{
    private readonly TableDefinition _table;
    private readonly PlainType _plain;
    private readonly byte[][] _foreign;

    public RandomPayloads(RandomSchema schema, TableDefinition table, Assembly assembly, Random random, int count)
    {
        Schema = schema;
        _table = table;
        _plain = new PlainType(assembly.GetType(table.FullName, throwOnError: true)!);
        object[] values = [.. Enumerable.Range(0, count).Select(_ => schema.Fill(_plain.Type, random))];
        RuntimeWriter runtime = new(schema.Model, random);
        Ours = [.. values.Select(_plain.Write)];
        _foreign = [.. values.Select(value => runtime.Write(value, table, schema.IdentifierOf(table)))];
    }

    public RandomSchema Schema { get; }

    public byte[][] Ours { get; }

    public bool IsRoot => Schema.Model.Files[0].RootType == _table.FullName;

    /// <summary>
    /// Checks the payloads with the generated verifier and reader, and those that the builder of the FlatBuffers runtime builds from the same values.
    /// </summary>
    public void CheckAlone()
    {
        object reused = Activator.CreateInstance(_plain.Type)!;
        foreach (byte[] payload in Ours)
        {
            Require(_plain.Verify(payload), payload, "is refused by its own verifier");
            Require(_plain.Read(payload, reused) is not null && _plain.Write(reused).AsSpan().SequenceEqual(payload), payload, "is not read equal");
        }

        CheckBuilt(_foreign, "the runtime's builder");
    }

    /// <summary>Checks that generated C++ accepts the payloads of both layouts, and writes the same bytes as generated C#.</summary>
    public void CheckOwnCpp(CppAnswers cpp, int root)
    {
        byte[][] asked = [.. Ours, .. _foreign];
        foreach ((int i, (bool isValid, bool isRead, byte[] written)) in cpp.Ask(root, asked).Index())
        {
            Require(
                isValid && isRead && written.AsSpan().SequenceEqual(Ours[i % Ours.Length]), asked[i],
                $"in generated C++ is valid: {isValid}, is read: {isRead}, is written as {Convert.ToHexString(written)}");
        }
    }

    /// <summary>Checks that the payloads of another builder for the same values are verified and read as equal values.</summary>
    public void CheckBuilt(IReadOnlyList<byte[]> built, string builder)
    {
        for (int i = 0; i < Ours.Length; i++)
        {
            Require(built[i].Length > 0, Ours[i], $"is refused by {builder}");
            Require(_plain.Verify(built[i]), built[i], $"of {builder} is refused");
            object? read = _plain.Read(built[i]);
            Require(read is not null && _plain.Write(read).AsSpan().SequenceEqual(Ours[i]), built[i], $"of {builder} is not read equal to {Convert.ToHexString(Ours[i])}");
        }
    }

    /// <summary>Checks that flatc's JSON does not depend on the builder of the payload, and that flatc builds the same values from it.</summary>
    public void CheckJson(CppRepacker cpp, byte[][] built)
    {
        string[] json = cpp.Json(Schema, Ours, withDefaults: true);
        Assert.That(json, Is.EqualTo(cpp.Json(Schema, built, withDefaults: true)), () => Where);
        if (Schema.HasJsonBack)
        {
            PayloadMessage message = new PayloadSchema(Schema.Model)[_table.FullName];
            CheckBuilt(cpp.Binary(Schema, cpp.Json(Schema, Ours, withDefaults: false)), "flatc's JSON");
            CheckBuilt(cpp.Binary(Schema, [.. Ours.Select(payload => message.ToJson(payload))]), "our JSON");
        }
    }

    private string Where => $"{_table.Name} of {Schema}";

    private void Require(bool holds, byte[] payload, string what) => Assert.That(holds, Is.True, () => $"{Convert.ToHexString(payload)} {what}; {Where}");
}
