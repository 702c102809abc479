using Codec.Generated;
using Codec.Payloads;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

public sealed class GeneratedEqualityTests
{
    // Their elements take 2 GiB.
    private const int Many = 1 << 28;

    private enum Wide : ulong
    {
        None,
        Some,
    }

    [Test]
    public void Vectors_of_enums_are_compared_by_their_elements()
    {
        FieldList<Wide> list = List(Wide.None, Wide.Some);
        Assert.That(GeneratedEquality.Enums(list, List(Wide.None, Wide.Some)), Is.True);
        Assert.That(GeneratedEquality.Enums(list, List(Wide.None, Wide.None)), Is.False);
        Assert.That(GeneratedEquality.Enums(list, List(Wide.None)), Is.False);
        Assert.That(GeneratedEquality.Enums(list, null), Is.False);
        Assert.That(GeneratedEquality.Enums<Wide>(null, null), Is.True);
    }

    // The pages of the list are only read, so most systems use no memory for them.
    [Test]
    public void Vectors_of_enums_above_2_GiB_are_compared()
    {
        FieldList<Wide> list = new();
        list.SetCount(Many);
        Assert.That(GeneratedEquality.Enums(list, List(Wide.None)), Is.False);
        Assert.That(GeneratedEquality.Enums(list, list), Is.True);
    }

    // For .NET Framework, the compiler of .NET SDK 10.0.401 crashes at a span of constant enum values with more than one byte.
    private static FieldList<Wide> List(params Wide[] values) => new(values);
}
