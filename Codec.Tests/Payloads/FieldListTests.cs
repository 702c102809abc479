namespace Codec.Tests.Payloads;

public sealed class FieldListTests
{
    [Test]
    public void Elements_are_added_replaced_and_removed()
    {
        FieldList<int> list = [1];
        int[] more = [2, 3];
        list.AddRange(more);
        list[1] = 9;
        Assert.That(list.AsSpan().ToArray(), Is.EqualTo((int[])[1, 9, 3]));
        list.Clear();
        Assert.That(list.Count, Is.Zero);
    }

    [Test]
    public void Elements_are_inserted_and_removed_at_any_index()
    {
        List<int> expected = [];
        FieldList<int> list = [];
        Random random = new(1);
        for (int i = 0; i < 1000; i++)
        {
            int index = random.Next(expected.Count + 1);
            if (index < expected.Count && random.Next(3) == 0)
            {
                expected.RemoveAt(index);
                list.RemoveAt(index);
            }
            else
            {
                expected.Insert(index, i);
                list.Insert(index, i);
            }

            Assert.That(list.AsSpan().ToArray(), Is.EqualTo(expected));
        }
    }

    [Test]
    public void No_object_is_in_the_list_twice_if_it_grows_after_an_element_was_removed()
    {
        FieldList<object> list = [new(), new(), new()];
        list.RemoveAt(0);
        object?[] items = list.SetCount(3).ToArray();
        Assert.That(items[2], Is.Null);
        Assert.That(items, Is.Unique);
    }

    [Test]
    public void Sort_wraps_an_exception_of_the_comparison()
    {
        FieldList<int> list = [2, 1];
        Assert.That(() => list.Sort((_, _) => throw new FormatException()), Throws.InvalidOperationException.With.InnerException.InstanceOf<FormatException>());
    }

    [Test]
    public void Invalid_arguments_are_rejected()
    {
        FieldList<int> list = [1];
        Assert.That(() => list[1], Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => list[-1] = 0, Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => list.RemoveAt(1), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => list.Insert(2, 0), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => list.Insert(-1, 0), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => list.SetCount(-1), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => list.Sort(null!), Throws.ArgumentNullException);
    }
}
