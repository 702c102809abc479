using Codec.Tests.Every;

namespace Codec.Tests.Payloads;

/// <summary>Tests reading into a list that was read before. Each element is read into its own object.</summary>
internal sealed class ReusedListTests
{
    private static readonly Action<FieldList<Leaf>>[] Changes =
    [
        list =>
        {
            Leaf last = list[2];
            list.Clear();
            list.Add(last);
        },
        list =>
        {
            list[0] = list[2];
            list.SetCount(2);
        },
        list =>
        {
            list.AsSpan()[0] = list[2];
            list.SetCount(1);
        },
        list =>
        {
            list.Add(list[0]);
            list.Clear();
        },
    ];

    private static readonly Action<FieldList<Leaf>, Leaf>[] Stores =
    [
        (list, kept) => list.Add(kept),
        (list, kept) => list.AddRange((Leaf[])[kept]),
        (list, kept) => list.Insert(0, kept),
        (list, kept) => list[0] = kept,
        (list, kept) =>
        {
            list.AsSpan()[0] = new Leaf();
            list.Add(kept);
        },
    ];

    [Test]
    public void Each_element_is_read_into_its_own_object_after_the_caller_moved_one([Range(0, 3)] int change)
    {
        Vectors kept = Read(new Vectors(), 1, 2, 3);
        Changes[change](kept.Leaves!);
        AssertValues(Read(kept, 4, 5, 6), 4, 5, 6);
    }

    [Test]
    public void Each_element_is_read_into_its_own_object_after_the_caller_stored_one_of_an_earlier_read([Range(0, 4)] int store)
    {
        Vectors kept = Read(new Vectors(), 1, 2, 3);
        Leaf last = kept.Leaves![2];
        Read(kept, 4);
        Stores[store](kept.Leaves, last);
        AssertValues(Read(kept, 5, 6, 7), 5, 6, 7);
    }

    [Test]
    public void Each_element_is_read_into_its_own_object_after_a_moved_one_was_hidden_by_a_shorter_read()
    {
        Vectors kept = Read(new Vectors(), 1, 2, 3);
        kept.Leaves![0] = kept.Leaves[2];
        Read(kept, 7, 8);
        AssertValues(Read(kept, 4, 5, 6), 4, 5, 6);

        kept.Leaves.AsSpan()[0] = kept.Leaves[2];
        Read(kept, 7, 8);
        AssertValues(Read(kept, 4, 5, 6), 4, 5, 6);
    }

    [Test]
    public void Each_value_of_a_union_is_read_into_its_own_object()
    {
        Vectors kept = ReadUnions(new Vectors(), 1, 2, 3);
        Choice last = kept.Choices![2];
        kept.Choices.Clear();
        kept.Choices.Add(last);
        ReadUnions(kept, 4, 5, 6);
        Assert.That(Enumerable.Range(0, 3).Select(i => kept.Choices[i].AsLeaf()!.Value), Is.EqualTo((int[])[4, 5, 6]));
    }

    [Test]
    public void Objects_are_kept_while_only_reading_changes_the_list()
    {
        Vectors kept = Read(new Vectors(), 1, 2, 3);
        Leaf[] leaves = [.. kept.Leaves!];
        Read(kept, 4);
        foreach (Leaf leaf in kept.Leaves)
        {
            Assert.That(leaf.Value, Is.EqualTo(4));
        }

        Read(kept, 5, 6);
        kept.Leaves.RemoveAt(1);
        Read(kept, 5, 6, 7);
        Assert.That(kept.Leaves[0], Is.SameAs(leaves[0]));
        Assert.That(kept.Leaves[2], Is.SameAs(leaves[2]));
    }

    [Test]
    public void Objects_of_the_span_that_SetCount_returns_are_kept()
    {
        FieldList<object> list = [];
        object[] items = [new(), new(), new()];
        items.CopyTo(list.SetCount(3));
        list.Clear();
        Assert.That(list.SetCount(3).ToArray(), Is.EqualTo(items));
    }

    [Test]
    public void Numbers_keep_their_values_after_the_end()
    {
        FieldList<int> list = [1, 2, 3];
        list.SetCount(1);
        Assert.That(list.SetCount(3).ToArray(), Is.EqualTo((int[])[1, 2, 3]));
    }

    private static void AssertValues(Vectors vectors, params int[] values) =>
        Assert.That(vectors.Leaves!.Select(leaf => leaf.Value), Is.EqualTo(values));

    private static Vectors Read(Vectors target, params int[] values) =>
        Read(target, new Vectors { Leaves = new FieldList<Leaf>(values.Select(value => new Leaf { Name = "leaf", Value = value }).ToArray()) });

    private static Vectors ReadUnions(Vectors target, params int[] values) =>
        Read(target, new Vectors { Choices = new FieldList<Choice>(values.Select(value => Choice.FromLeaf(new Leaf { Name = "leaf", Value = value })).ToArray()) });

    private static Vectors Read(Vectors target, Vectors source)
    {
        byte[] payload = new byte[source.GetMaxByteCount()];
        Assert.That(source.TryWrite(payload, out int written) && target.TryRead(payload.AsSpan(0, written)), Is.True);
        return target;
    }
}
