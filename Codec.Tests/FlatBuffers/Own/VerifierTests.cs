using System;
using System.Buffers.Binary;
using Game;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

[TestFixture]
public sealed class VerifierTests
{
    private static readonly VerifyTableAction VerifyTest = TestPacketVerify.Verify;
    private static readonly VerifyTableAction VerifyTree = VerifyNode;

    [Test]
    public void A_reused_verifier_allocates_nothing()
    {
        Verifier verifier = new(new ByteBuffer(Seed()));
        Assert.That(verifier.VerifyBuffer(null, false, VerifyTest), Is.True);
        long before = GC.GetAllocatedBytesForCurrentThread();
        bool valid = true;
        for (int i = 0; i < 100; i++)
        {
            valid &= verifier.VerifyBuffer("", false, VerifyTest);
        }

        Assert.That((valid, GC.GetAllocatedBytesForCurrentThread() - before), Is.EqualTo((true, 0L)));
    }

    [Test]
    public void Every_truncation_is_rejected()
    {
        byte[] seed = Seed();
        for (int length = 0; length < seed.Length; length++)
        {
            ByteBuffer part = new(new ArraySegment<byte>(seed, 0, length));

            // The last byte is padding after the string, so it is not required.
            Assert.That(new Verifier(part).VerifyBuffer(null, false, VerifyTest), Is.EqualTo(length == seed.Length - 1), $"{length} bytes");
        }
    }

    [Test]
    public void Random_bytes_never_make_the_verifier_throw_and_accepted_ones_can_be_read()
    {
        const int RandomSeed = 20261121;
        Random random = new(RandomSeed);
        byte[] seed = Seed();
        int accepted = 0;
        for (int i = 0; i < 200_000; i++)
        {
            byte[] bytes = (byte[])seed.Clone();
            for (int edits = random.Next(1, 4); edits > 0; edits--)
            {
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            }

            if (new Verifier(new ByteBuffer(bytes)).VerifyBuffer(null, false, VerifyTest))
            {
                accepted++;
                TestPacket packet = TestPacket.GetRootAsTestPacket(new ByteBuffer(bytes));
                Assert.That(() => (packet.Msg, packet.Number, packet.GetMsgArray()), Throws.Nothing, $"seed {RandomSeed}, mutant {i}");
            }
        }

        Assert.That(accepted, Is.GreaterThan(1000), $"seed {RandomSeed}");
    }

    [Test]
    public void A_vector_may_end_at_the_end_of_the_buffer_but_not_after_it([Values(3, 4, 5)] byte length)
    {
        // A root at 12, a vtable at 6, and a vector at 20.
        byte[] bytes = [12, 0, 0, 0, 0, 0, 6, 0, 8, 0, 4, 0, 6, 0, 0, 0, 4, 0, 0, 0, length, 0, 0, 0, 1, 2, 3, 4];
        VerifyTableAction verify = static (verifier, table) => verifier.VerifyTableStart(table) && verifier.VerifyVectorOfData(table, 4, 1, true);
        Assert.That(new Verifier(new ByteBuffer(bytes)).VerifyBuffer(null, false, verify), Is.EqualTo(length <= 4));
    }

    [Test]
    public void A_required_vector_of_unions_must_be_set([Values] bool required)
    {
        byte[] bytes = [8, 0, 0, 0, 4, 0, 4, 0, 4, 0, 0, 0];
        VerifyTableAction verify = (verifier, table) =>
            verifier.VerifyTableStart(table) && verifier.VerifyVectorOfUnion(table, 4, 6, static (_, _, _) => true, required);
        Assert.That(new Verifier(new ByteBuffer(bytes)).VerifyBuffer(null, false, verify), Is.EqualTo(!required));
    }

    [TestCase(0u)]
    [TestCase(0x7FFFFFFFu)]
    [TestCase(0x80000000u)]
    [TestCase(0xFFFFFFFFu)]
    [TestCase(0xFFFFFFF4u)]
    [TestCase(48u)]
    public void Offsets_and_lengths_that_overflow_are_rejected(uint value)
    {
        foreach (int index in new[] { 0, 12, 16, 24 })
        {
            byte[] bytes = Seed();
            BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(index), value);

            // A table at the same offset as its vtable has no fields, which is safe to read.
            bool harmless = index == 12 && value == 0;
            Assert.That(new Verifier(new ByteBuffer(bytes)).VerifyBuffer(null, false, VerifyTest), Is.EqualTo(harmless), $"{value} at {index}");
        }
    }

    [Test]
    public void The_identifier_is_compared_only_if_the_caller_passes_one()
    {
        FlatBufferBuilder builder = new(64);
        builder.Finish(TestPacket.CreateTestPacket(builder, default, 5).Value, "ABCD");
        Verifier verifier = new(builder.DataBuffer);
        Assert.Multiple(() =>
        {
            Assert.That(verifier.VerifyBuffer("ABCD", false, VerifyTest), Is.True);
            Assert.That(verifier.VerifyBuffer(null, false, VerifyTest), Is.True);
            Assert.That(verifier.VerifyBuffer("ABCE", false, VerifyTest), Is.False);
            Assert.That(() => verifier.VerifyBuffer("ABC", false, VerifyTest), Throws.ArgumentException.With.Message.Contains('3'));
            Assert.That(() => new Verifier().VerifyBuffer(null, false, VerifyTest), Throws.InvalidOperationException);
            Assert.That(() => verifier.VerifyBuffer(null, false, null!), Throws.ArgumentNullException);
        });
    }

    [Test]
    public void A_size_prefix_must_cover_all_remaining_bytes()
    {
        FlatBufferBuilder builder = new(64);
        builder.FinishSizePrefixed(TestPacket.CreateTestPacket(builder, default, 5).Value);
        byte[] bytes = builder.SizedByteArray();
        Assert.That(new Verifier(new ByteBuffer(bytes)).VerifyBuffer(null, true, VerifyTest), Is.True);
        bytes[0]--;
        Assert.That(new Verifier(new ByteBuffer(bytes)).VerifyBuffer(null, true, VerifyTest), Is.False);
    }

    [Test]
    public void Only_the_segment_of_the_buffer_is_read_and_alignment_is_relative_to_its_start([Values(0, 1, 2, 3, 5)] int start)
    {
        byte[] seed = Seed();
        byte[] array = new byte[start + seed.Length + 40];
        seed.CopyTo(array, start);
        ByteBuffer part = new(new ArraySegment<byte>(array, start, seed.Length));
        Assert.That(new Verifier(part).VerifyBuffer(null, false, VerifyTest), Is.True);

        // This length is valid only if the bytes after the part are included.
        array[start + 24] = 40;
        Assert.That(new Verifier(part).VerifyBuffer(null, false, VerifyTest), Is.False);
    }

    [Test]
    public void Alignment_can_be_relative_to_the_memory_address_or_disabled()
    {
        byte[] array = GC.AllocateArray<byte>(64, pinned: true);
        Seed().CopyTo(array, 2);
        ByteBuffer part = new(new ArraySegment<byte>(array, 2, 48));
        Assert.Multiple(() =>
        {
            Assert.That(new Verifier(part, new Options { AlignmentOfMemory = true }).VerifyBuffer(null, false, VerifyTest), Is.False);
            Assert.That(new Verifier(part, new Options { AlignmentOfMemory = true, alignmentCheck = false }).VerifyBuffer(null, false, VerifyTest), Is.True);
        });
    }

    [Test]
    public void A_string_without_a_terminating_zero_is_rejected_unless_the_check_is_disabled()
    {
        byte[] bytes = Seed();
        bytes[46] = 1;
        Verifier verifier = new(new ByteBuffer(bytes));
        Assert.That(verifier.VerifyBuffer(null, false, VerifyTest), Is.False);
        Assert.That(verifier.SetStringCheck(false).VerifyBuffer(null, false, VerifyTest), Is.True);
    }

    [Test]
    public void The_depth_and_the_number_of_tables_are_limited()
    {
        FlatBufferBuilder builder = new(1024);
        int child = 0;
        for (int i = 0; i < 65; i++)
        {
            child = AddNode(builder, child, 1);
        }

        builder.Finish(child);
        Verifier verifier = new(builder.DataBuffer);
        Assert.That(verifier.VerifyBuffer(null, false, VerifyTree), Is.False);
        Assert.That(verifier.SetMaxDepth(65).VerifyBuffer(null, false, VerifyTree), Is.True);
        Assert.That((verifier.depth, verifier.numTables), Is.EqualTo((0, 65)));
        Assert.That(verifier.SetMaxTables(64).VerifyBuffer(null, false, VerifyTree), Is.False);
    }

    [Test]
    public void Tables_that_share_their_children_are_rejected_early_if_the_apparent_size_is_limited()
    {
        FlatBufferBuilder builder = new(1 << 16);
        int child = AddNode(builder, 0, 1);
        for (int level = 0; level < 8; level++)
        {
            child = AddNode(builder, child, 100);
        }

        builder.Finish(child);
        Verifier verifier = new(builder.DataBuffer, new Options { maxTables = int.MaxValue, MaxApparentSize = 1 << 20 });
        Assert.That(verifier.VerifyBuffer(null, false, VerifyTree), Is.False);
        Assert.That(verifier.numTables, Is.LessThan(128 * 1024), "of 100 to the 8th that reading would reach");
        verifier.options.MaxApparentSize = 100;
        Assert.That(verifier.VerifyBuffer(null, false, VerifyTree), Is.False);
    }

    [Test]
    public void A_field_with_a_vtable_entry_beyond_32767_bytes_is_verified()
    {
        FlatBufferBuilder builder = new(1 << 17);
        builder.StartTable(20000);
        builder.AddLong(19999, 1, 0);
        builder.Finish(builder.EndTable());
        short entry = unchecked((short)(4 + (2 * 19999)));
        bool Verify(ulong size) => new Verifier(builder.DataBuffer).VerifyBuffer(null, false,
            (verifier, table) => verifier.VerifyTableStart(table) && verifier.VerifyField(table, entry, size, 8, true) && verifier.VerifyTableEnd(table));
        Assert.That((Verify(8), Verify(1 << 20)), Is.EqualTo((true, false)));
    }

    [Test]
    public void Positions_from_the_caller_are_validated_too()
    {
        Verifier verifier = new(new ByteBuffer(Seed()));
        foreach (uint position in new uint[] { 0, 1, 44, 47, 48, 0x7FFFFFFF, 0xFFFFFFFC, 0xFFFFFFFF })
        {
            Assert.That(verifier.VerifyTableStart(position), Is.False, $"{position}");
            Assert.That(verifier.VerifyUnionString(position) && position != 0, Is.False, $"{position}");
            Assert.That(verifier.VerifyUnionData(position, ulong.MaxValue, 1), Is.False, $"{position}");
        }
    }

    [TestCase(int.MinValue)]
    [TestCase(-1)]
    [TestCase(49)]
    [TestCase(int.MaxValue)]
    public void A_buffer_whose_position_is_out_of_range_is_rejected(int position)
    {
        ByteBuffer buffer = new(Seed()) { Position = position };
        Assert.That(new Verifier(buffer).VerifyBuffer(null, false, VerifyTest), Is.False);
        Assert.That(new Verifier(buffer).VerifyBuffer("ABCD", false, VerifyTest), Is.False);
        Assert.That(new Verifier(buffer).VerifyBuffer(null, true, VerifyTest), Is.False);
        Assert.That(new Verifier(buffer).VerifyTableStart(0), Is.False);
    }

    // Otherwise, positions that were verified in the first buffer would be read from the second one.
    [Test]
    public void A_verify_action_that_changes_the_buffer_of_its_verifier_is_rejected()
    {
        FlatBufferBuilder builder = new(1024);
        builder.Finish(AddNode(builder, AddNode(builder, 0, 1), 3));
        byte[] bytes = builder.SizedByteArray();
        VerifyTableAction move = static (verifier, position) =>
        {
            verifier.Buf = new ByteBuffer(new byte[8]);
            verifier.VerifyBuffer(null, false, VerifyTree);
            return true;
        };
        VerifyUnionAction moveUnion = (verifier, _, position) => move(verifier, position);
        VerifyTableAction[] actions =
        [
            (verifier, table) => verifier.VerifyTableStart(table) && verifier.VerifyTable(table, 4, move, true) && verifier.VerifyField(table, 4, 4, 4, true),
            (verifier, table) => verifier.VerifyTableStart(table) && verifier.VerifyVectorOfTables(table, 4, move, true),
        ];
        Assert.Multiple(() =>
        {
            foreach (VerifyTableAction action in actions)
            {
                Assert.That(() => new Verifier(new ByteBuffer(bytes)).VerifyBuffer(null, false, action), Throws.InvalidOperationException.With.Message.Contains("another buffer"));
            }

            builder.Clear();
            int child = AddNode(builder, 0, 1);
            builder.StartTable(2);
            builder.AddByte(0, 1, 0);
            builder.AddOffset(1, child, 0);
            builder.Finish(builder.EndTable());
            byte[] unions = builder.SizedByteArray();
            Assert.That(
                () => new Verifier(new ByteBuffer(unions)).VerifyBuffer(null, false, (verifier, table) =>
                    verifier.VerifyTableStart(table) && verifier.VerifyUnion(table, 4, 6, moveUnion, true)),
                Throws.InvalidOperationException.With.Message.Contains("another buffer"));
        });
    }

    [Test]
    public void A_null_verify_action_is_rejected()
    {
        Verifier verifier = new(new ByteBuffer(Seed()));
        Assert.Multiple(() =>
        {
            Assert.That(() => verifier.VerifyTable(12, 4, null!, false), Throws.ArgumentNullException);
            Assert.That(() => verifier.VerifyVectorOfTables(12, 4, null!, false), Throws.ArgumentNullException);
            Assert.That(() => verifier.VerifyUnion(12, 4, 6, null!, false), Throws.ArgumentNullException);
            Assert.That(() => verifier.VerifyVectorOfUnion(12, 4, 6, null!, false), Throws.ArgumentNullException);
        });
    }

    private static byte[] Seed()
    {
        FlatBufferBuilder builder = new(64);
        builder.Finish(TestPacket.CreateTestPacket(builder, builder.CreateString("This is a message!"), 255).Value);
        return builder.SizedByteArray();
    }

    private static int AddNode(FlatBufferBuilder builder, int child, int times)
    {
        builder.StartVector(4, child == 0 ? 0 : times, 4);
        for (int i = 0; child != 0 && i < times; i++)
        {
            builder.AddOffset(child);
        }

        int children = builder.EndVector().Value;
        builder.StartTable(1);
        builder.AddOffset(0, children, 0);
        return builder.EndTable();
    }

    private static bool VerifyNode(Verifier verifier, uint table) =>
        verifier.VerifyTableStart(table) && verifier.VerifyVectorOfTables(table, 4, VerifyTree, true) && verifier.VerifyTableEnd(table);
}
