namespace Codec.Tests.GeneratedCode;

public sealed class GeneratedEqualityTests
{
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

    // With 8-byte enums, the same happens above 2 GiB: a span of bytes cannot contain them all.
    [Test]
    public void Many_enums_are_compared_in_parts([Values(1, 2, 3, 100)] int most)
    {
        Wide[] values = [Wide.None, Wide.Some, Wide.None, Wide.Some, Wide.Some];
        Assert.That(GeneratedEquality.Enums<Wide>(values, [.. values], most), Is.True);
        for (int i = 0; i < values.Length; i++)
        {
            Wide[] other = [.. values];
            other[i] = (Wide)2;
            Assert.That(GeneratedEquality.Enums<Wide>(values, other, most), Is.False, $"element {i}");
        }

        Assert.That(GeneratedEquality.Enums<Wide>(values, values.AsSpan(0, 4), most), Is.False);
    }

    // For .NET Framework, the compiler of .NET SDK 10.0.401 crashes at a span of constant enum values with more than one byte.
    private static FieldList<Wide> List(params Wide[] values) => new(values);
}
