namespace Codec.Tests.Payloads;

public sealed class StructFieldOrderTests
{
    [Test]
    public void Fields_come_in_the_order_of_declaration()
    {
        FieldInfo first = typeof(Two).GetField(nameof(Two.First))!;
        FieldInfo second = typeof(Two).GetField(nameof(Two.Second))!;
        FieldInfo[] fields = [second, first];
        StructLayoutMap.SortByDeclaration(fields);
        Assert.That(fields, Is.EqualTo((FieldInfo[])[first, second]));
    }

    [Test]
    public void Fields_without_metadata_tokens_keep_their_order()
    {
        FieldInfo[] fields = [new TokenlessField("b"), new TokenlessField("a"), new TokenlessField("c")];
        FieldInfo[] before = [.. fields];
        Assert.That(() => _ = fields[0].MetadataToken, Throws.InvalidOperationException);
        StructLayoutMap.SortByDeclaration(fields);
        Assert.That(fields, Is.EqualTo(before));
    }

#pragma warning disable CS0649 // The fields are there to be found.
    private struct Two
    {
        public int First;
        public byte Second;
    }
#pragma warning restore CS0649
}
