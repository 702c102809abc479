using Codec.Tests.Every;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests which tables of a payload share a vtable.</summary>
internal sealed class PayloadVTableTests
{
    [Test]
    public void Eight_vtables_are_shared_in_the_whole_payload()
    {
        Big big = new() { Nodes = [] };
        for (int i = 0; i < 3 * 16; i++)
        {
            big.Nodes.Add(new Node
            {
                Label = (i & 1) == 0 ? null : "x",
                Left = (i & 2) == 0 ? null : new Node(),
                Right = (i & 4) == 0 ? null : new Node(),
                Children = (i & 8) == 0 ? null : [],
            });
        }

        byte[] payload = new PlainType(typeof(Big)).Write(big);
        Assert.That(Big.Verify(payload), Is.True);

        // The root, 6 that stay, and 10 that replace each other in each of three rounds.
        Assert.That(CountVTables(payload, "Codec.Tests.Every.Big"), Is.EqualTo(1 + 6 + (3 * 10)));
        PayloadMessage interpreted = CompiledRoots.Instance.MessageOf("Codec.Tests.Every.Big");
        Assert.That(interpreted.FromJson(interpreted.ToJson(payload)), Is.EqualTo(payload));
    }

    [Test]
    public void Tables_from_values_share_a_vtable_if_their_nested_fields_are_required()
    {
        byte[] memory = new byte[1024];
        PayloadWriter writer = new(memory);
        Vectors.Writer vectors = Vectors.Writer.Begin(
            ref writer, default, default, default, default, default, default, default, default,
            default, default, default, default, default, default, default);
        Choice.VectorWriter choices = vectors.StartChoices(ref writer, 3);
        for (int i = 0; i < 3; i++)
        {
            choices.Add(ref writer).WriteFar(ref writer, i, "title", default, default).WriteLeaf(ref writer, "leaf", i);
        }

        Assert.That(writer.TryFinish(out int written), Is.True);
        byte[] payload = memory[..written];
        Assert.That(Vectors.Verify(payload), Is.True);
        Assert.That(CountVTables(payload, "Codec.Tests.Every.Vectors"), Is.EqualTo(3));
    }

    // The first field is always written, so that the number of an optional field is not its id.
    [Test]
    public void Tables_that_lack_a_field_with_an_id_below_63_share_a_vtable_in_each_implementation()
    {
        CppAnswers.RequirePrograms();
        string fields = string.Concat(Enumerable.Range(1, 80).Select(id => $" f{id}:int = null;"));
        SchemaModel model = SchemaText.Model(("many.fbs", $"namespace Many; table Item {{ first:int;{fields} }} table All {{ items:[Item]; }}"));
        string json = $"{{\"items\":[{string.Join(',', Enumerable.Range(1, 80).SelectMany(id => new[] { Lacking(id), Lacking(id) }))}]}}";
        byte[] payload = new PayloadSchema(model)["Many.All"].FromJson(json);
        Assert.That(CountVTables(payload, "Many.All", new SchemaIndex(model)), Is.EqualTo(1 + 62 + (2 * 18)));

        PlainType plain = new(InMemoryCompilation.Load("Many", CSharpEmitter.Emit(model).Select(file => file.Text)).GetType("Many.All", throwOnError: true)!);
        Assert.That(plain.Write(plain.Read(payload)!), Is.EqualTo(payload));
        using CppAnswers cpp = new(CppMessageEmitter.Emit(model, CppOptions.Default), ["Many.All"], "-O0");
        Assert.That(cpp.Ask(0, [payload]).Single().Written, Is.EqualTo(payload));

        static string Lacking(int missing) => $"{{{string.Join(',', Enumerable.Range(1, 80).Where(id => id != missing).Select(id => $"\"f{id}\":{id}"))}}}";
    }

    private static int CountVTables(byte[] payload, string root, SchemaIndex? index = null) =>
        PayloadMap.Of(payload, index ?? CompiledRoots.Instance.Index, root).VTables.Count;
}
