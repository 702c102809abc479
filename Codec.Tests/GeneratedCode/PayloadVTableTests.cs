using Codec.Interpreter;
using Codec.Tests.Every;
using Codec.Tests.GeneratedCode.TotalReading;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests which tables of a payload share a vtable.</summary>
[TestFixture]
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

        byte[] payload = new byte[big.GetMaxByteCount()];
        Assert.That(big.TryWrite(payload, out int written), Is.True);
        payload = payload[..written];
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

    private static int CountVTables(byte[] payload, string root) => PayloadMap.Of(payload, CompiledRoots.Instance.Index, root).VTables.Count;
}
