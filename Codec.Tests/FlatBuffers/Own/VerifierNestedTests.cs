using System;
using Coverage;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>Tests nested buffers: valid ones, invalid ones, and ones that are nested too deep.</summary>
[TestFixture]
public sealed class VerifierNestedTests
{
    private static readonly VerifyTableAction VerifyNested = VerifyLevel;
    private static readonly VerifyTableAction VerifyWide = VerifyLong;

    [Test]
    public void A_valid_nested_buffer_is_accepted_and_every_truncation_of_it_is_rejected()
    {
        byte[] leaf = Finished(builder => Leaf.CreateLeaf(builder, builder.CreateString("nested"), 42).Value);
        Assert.That(Accepts(WithLeaf(leaf)), Is.True);
        for (int length = 0; length < leaf.Length - 1; length++)
        {
            Assert.That(Accepts(WithLeaf(leaf[..length])), Is.False, $"{length} of {leaf.Length} bytes");
        }
    }

    [TestCase(false)]
    [TestCase(true)]
    public void The_object_API_must_pack_null_for_a_missing_nested_buffer(bool isNull)
    {
        byte[] bytes = Finished(builder => Everything.CreateEverything(builder, builder.CreateString("nothing nested")).Value);
        EverythingT copy = Everything.GetRootAsEverything(new ByteBuffer(bytes)).UnPack();
        copy.Leaf = isNull ? null : copy.Leaf;
        Assert.That(Accepts(Finished(builder => Everything.Pack(builder, copy).Value)), Is.EqualTo(isNull), "an empty vector is not a buffer");
    }

    [Test]
    public void A_nested_buffer_must_not_refer_to_data_outside_its_vector()
    {
        byte[] leaf = Finished(builder => Leaf.CreateLeaf(builder, builder.CreateString("nested"), 42).Value);

        // The root offset is beyond the end of the nested buffer, but inside the outer buffer.
        leaf[0] = (byte)(leaf.Length + 4);
        Assert.That(Accepts(WithLeaf(leaf)), Is.False);
    }

    [Test]
    public void A_nested_buffer_of_another_type_is_rejected()
    {
        byte[] nameless = Finished(EmptyTable);
        Assert.That(Accepts(WithLeaf(nameless)), Is.False, "a leaf needs its name");
    }

    [Test]
    public void A_nested_buffer_counts_towards_the_limits_of_depth_and_tables()
    {
        byte[] bytes = WithLeaf(Finished(builder => Leaf.CreateLeaf(builder, builder.CreateString("nested"), 42).Value));
        Assert.Multiple(() =>
        {
            Assert.That(Accepts(bytes, new Options { maxDepth = 3 }), Is.True, "the table, the nested buffer and its table");
            Assert.That(Accepts(bytes, new Options { maxDepth = 2 }), Is.False);
            Assert.That(Accepts(bytes, new Options { maxTables = 2 }), Is.True);
            Assert.That(Accepts(bytes, new Options { maxTables = 1 }), Is.False);
        });
    }

    [Test]
    public void A_nested_buffer_does_not_count_towards_the_depth_of_the_next_one()
    {
        byte[] bytes = Around(Finished(EmptyTable));
        VerifyTableAction verifyTwice = static (verifier, table) =>
            verifier.VerifyTableStart(table)
            && verifier.VerifyNestedBuffer(table, 4, VerifyNested, true)
            && verifier.VerifyNestedBuffer(table, 4, VerifyNested, true)
            && verifier.VerifyTableEnd(table);
        Assert.That(new Verifier(new ByteBuffer(bytes), new Options { maxDepth = 3 }).VerifyBuffer(null, false, verifyTwice), Is.True);
    }

    [Test]
    public void Nested_buffers_beyond_the_maximum_depth_are_rejected()
    {
        Assert.Multiple(() =>
        {
            Assert.That(AcceptsLevels(32, new Options()), Is.True, "32 tables and 31 buffers inside");
            Assert.That(AcceptsLevels(33, new Options()), Is.False);
            Assert.That(AcceptsLevels(33, new Options { maxDepth = 65 }), Is.True);
            Assert.That(AcceptsLevels(33, new Options { maxDepth = 61 }), Is.False, "the limit is reached at a buffer");
        });
    }

    [Test]
    public unsafe void Alignment_counts_from_its_own_first_byte_or_from_memory()
    {
        byte[] wide = Finished(builder =>
        {
            builder.StartTable(1);
            builder.AddLong(0, 1, 0);
            return builder.EndTable();
        });
        byte[] bytes = Around(wide);
        byte[] pinned = GC.AllocateArray<byte>(bytes.Length + 16, pinned: true);
        fixed (byte* first = pinned)
        {
            // The nested buffer starts four bytes after its vector. At one of the two positions, it is aligned to 8 bytes in memory.
            int aligned = (int)((8 - (nuint)first) & 7);
            int verdicts = 0;
            foreach (int start in new[] { aligned, aligned + 4 })
            {
                bytes.CopyTo(pinned, start);
                ByteBuffer part = new(new ArraySegment<byte>(pinned, start, bytes.Length));
                Assert.That(new Verifier(part).VerifyBuffer(null, false, VerifyWide), Is.True, "from its own first byte");
                verdicts += new Verifier(part, new Options { AlignmentOfMemory = true }).VerifyBuffer(null, false, VerifyWide) ? 1 : 0;
            }

            Assert.That(verdicts, Is.EqualTo(1), "from memory");
        }
    }

    private static bool VerifyLevel(Verifier verifier, uint table) =>
        verifier.VerifyTableStart(table) && verifier.VerifyNestedBuffer(table, 4, VerifyNested, false) && verifier.VerifyTableEnd(table);

    private static bool VerifyLong(Verifier verifier, uint table) =>
        verifier.VerifyTableStart(table)
        && verifier.VerifyNestedBuffer(table, 4, static (inner, root) => inner.VerifyTableStart(root) && inner.VerifyField(root, 4, 8, 8, true) && inner.VerifyTableEnd(root), true)
        && verifier.VerifyTableEnd(table);

    private static bool AcceptsLevels(int levels, Options options)
    {
        byte[] bytes = Finished(EmptyTable);
        for (int i = 1; i < levels; i++)
        {
            bytes = Around(bytes);
        }

        return new Verifier(new ByteBuffer(bytes), options).VerifyBuffer(null, false, VerifyNested);
    }

    private static byte[] Around(byte[] inner) => Finished(builder =>
    {
        builder.StartVector(1, inner.Length, 1);
        builder.Add(inner);
        int vector = builder.EndVector().Value;
        builder.StartTable(1);
        builder.AddOffset(0, vector, 0);
        return builder.EndTable();
    });

    private static byte[] WithLeaf(byte[] leaf) => Finished(builder =>
    {
        StringOffset title = builder.CreateString("around");
        VectorOffset nested = Everything.CreateLeafVector(builder, leaf);
        Everything.StartEverything(builder);
        Everything.AddTitle(builder, title);
        Everything.AddLeaf(builder, nested);
        return Everything.EndEverything(builder).Value;
    });

    private static int EmptyTable(FlatBufferBuilder builder)
    {
        builder.StartTable(0);
        return builder.EndTable();
    }

    private static byte[] Finished(Func<FlatBufferBuilder, int> build)
    {
        FlatBufferBuilder builder = new(64);
        builder.Finish(build(builder));
        return builder.SizedByteArray();
    }

    private static bool Accepts(byte[] bytes, Options? options = null) =>
        new Verifier(new ByteBuffer(bytes), options).VerifyBuffer(null, false, EverythingVerify.Verify);
}
