using System;
using Codec.Payloads;
using NUnit.Framework;

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
    public void Invalid_arguments_are_rejected()
    {
        FieldList<int> list = [1];
        Assert.That(() => list[1], Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => list[-1] = 0, Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => list.SetCount(-1), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => list.Sort(null!), Throws.ArgumentNullException);
    }
}
