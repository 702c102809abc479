using System;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>Tests calls that flatc's code does not make.</summary>
public sealed class VerifierMisuseTests
{
    private const uint Outside = 100;
    private const uint Table = 12;

    // The vtable at byte 4 has two fields. The first one is far outside, and the second one is not set.
    private static readonly byte[] Bytes = [0, 0, 0, 0, 8, 0, 4, 0, 0xFF, 0xFF, 0, 0, 8, 0, 0, 0];

    [Test]
    public void A_table_outside_the_buffer_has_no_valid_field()
    {
        Verifier verifier = new(new ByteBuffer(new byte[16]));
        Assert.That(verifier.VerifyField(Outside, 4, 4, 4, false), Is.False);
        Assert.That(verifier.VerifyVectorOfData(Outside, 4, 4, false), Is.False);
        Assert.That(verifier.VerifyVectorOfStrings(Outside, 4, false), Is.False);
        Assert.That(verifier.VerifyString(Outside, 4, false), Is.False);
    }

    [Test]
    public void A_verifier_without_a_buffer_accepts_no_table() =>
        Assert.That(new Verifier().VerifyField(0, 4, 4, 4, false), Is.False);

    [Test]
    public void The_type_of_a_union_must_be_inside_the_buffer() =>
        Assert.That(new Verifier(new ByteBuffer(Bytes)).VerifyUnion(Table, 4, 6, (_, _, _) => true, false), Is.False);

    [Test]
    public void A_field_is_verified_with_the_options_before_a_root_was()
    {
        Assert.That(new Verifier(new ByteBuffer(Bytes), new Options { alignmentCheck = false, MaxApparentSize = 0 }).VerifyField(Table, 6, 4, 4, false), Is.True);
        Assert.That(new Verifier(new ByteBuffer(Array.Empty<byte>()), new Options { AlignmentOfMemory = true }).VerifyField(0, 4, 4, 4, false), Is.False);
        Assert.That(new Verifier(new ByteBuffer(Bytes)).VerifyString(Table, 6, true), Is.False, "the text is required");
    }

    [Test]
    public void Options_and_counters_can_be_set()
    {
        Verifier verifier = new(new ByteBuffer(new byte[4])) { depth = 3, numTables = 4 };
        Assert.That((verifier.depth, verifier.numTables), Is.EqualTo((3, 4)));
        Assert.That(() => verifier.options = null!, Throws.ArgumentNullException);
        Assert.That(() => new Options { MaxApparentSize = -1 }, Throws.TypeOf<ArgumentOutOfRangeException>().With.Message.Contains("-1"));
    }
}
