using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers;

/// <summary>Tests fields with the attribute <c>flexbuffer</c>, which flatc verifies as nested buffers without an action.</summary>
[TestFixture]
public sealed class VerifierFlexBufferTests
{
    private const string Identifier = "FLEX";

    private static readonly VerifyTableAction Optional = static (verifier, table) =>
        verifier.VerifyTableStart(table) && verifier.VerifyNestedBuffer(table, 4, null, false) && verifier.VerifyTableEnd(table);

    private static readonly VerifyTableAction Required = static (verifier, table) =>
        verifier.VerifyTableStart(table) && verifier.VerifyNestedBuffer(table, 4, null, true) && verifier.VerifyTableEnd(table);

    // {5, 4, 1} is a FlexBuffer with the number 5. The 24 bytes are a FlatBuffer with an empty root table.
    [TestCase(new byte[] { 5, 4, 1 })]
    [TestCase(new byte[0])]
    [TestCase(new byte[] { 12, 0, 0, 0, 8, 0, 4, 0, 4, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 })]
    public void The_content_of_a_FlexBuffer_is_not_verified(byte[] content)
    {
        byte[] bytes = WithContent(content);
        Assert.That(Accepts(bytes, Optional), Is.True);
        Assert.That(Accepts(bytes, Required), Is.True);
    }

    [Test]
    public void The_vector_that_contains_a_FlexBuffer_is_verified()
    {
        byte[] bytes = WithContent([5, 4, 1]);
        int count = bytes.Length - 8;
        Assert.That(bytes[count], Is.EqualTo(3), "the vector's length");
        bytes[count] = 200;
        Assert.That(Accepts(bytes, Optional), Is.False);
    }

    [Test]
    public void A_missing_field_is_rejected_only_if_it_is_required()
    {
        byte[] bytes = WithContent(null);
        Assert.That((Accepts(bytes, Optional), Accepts(bytes, Required)), Is.EqualTo((true, false)));
    }

    // The content is not parsed, so it adds no level.
    [Test]
    public void The_content_does_not_count_towards_the_depth() =>
        Assert.That(new Verifier(new ByteBuffer(WithContent([5, 4, 1])), new Options { maxDepth = 1 }).VerifyBuffer(Identifier, false, Optional), Is.True);

    private static bool Accepts(byte[] bytes, VerifyTableAction verify) => new Verifier(new ByteBuffer(bytes), new Options()).VerifyBuffer(Identifier, false, verify);

    private static byte[] WithContent(byte[]? content)
    {
        FlatBufferBuilder builder = new(64);
        int vector = 0;
        if (content is not null)
        {
            builder.StartVector(1, content.Length, 1);
            builder.Add(content);
            vector = builder.EndVector().Value;
        }

        builder.StartTable(1);
        builder.AddOffset(0, vector, 0);
        builder.Finish(builder.EndTable(), Identifier);
        return builder.SizedByteArray();
    }
}
