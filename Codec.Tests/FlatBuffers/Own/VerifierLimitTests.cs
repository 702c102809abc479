using System;
using System.Buffers.Binary;
using Coverage;
using Game;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>Tests the verifier's options at their limits, vectors whose size overflows, alignment, size prefixes and identifiers.</summary>
[TestFixture]
public sealed class VerifierLimitTests
{
    private static readonly VerifyTableAction VerifyStrings = static (verifier, table) =>
        verifier.VerifyTableStart(table) && verifier.VerifyVectorOfStrings(table, 4, true) && verifier.VerifyTableEnd(table);

    [Test]
    public void An_apparent_size_at_the_limit_is_accepted_and_above_it_is_rejected()
    {
        // 4 + 8 bytes for the offset to the vtable and the vtable, and 4 + 5 bytes for the length and the characters of the string.
        const int Size = 21;
        byte[] bytes = Packet("hello", null);
        Assert.Multiple(() =>
        {
            Assert.That(Accepts(bytes, new Options { MaxApparentSize = Size }), Is.True);
            Assert.That(Accepts(bytes, new Options { MaxApparentSize = Size - 1 }), Is.False);
        });
    }

    // C++ accepts this buffer and that of the next test.
    [Test]
    public void Rows_that_share_a_vtable_of_100_fields_are_accepted()
    {
        FlatBufferBuilder builder = new(1024);
        int[] rows = new int[5_000];
        for (int i = 0; i < rows.Length; i++)
        {
            builder.StartTable(100);
            builder.AddInt(99, i + 1, 0);
            rows[i] = builder.EndTable();
        }

        byte[] bytes = WithTables(builder, rows);
        Assert.That(bytes, Has.Length.LessThan(62_000));
        Assert.That(AcceptsTables(bytes, static (verifier, row) =>
            verifier.VerifyTableStart(row) && verifier.VerifyField(row, 4 + (2 * 99), 4, 4, true) && verifier.VerifyTableEnd(row)), Is.True);
    }

    [Test]
    public void Tables_that_share_a_string_are_accepted_unless_a_limit_is_set()
    {
        FlatBufferBuilder builder = new(1024);
        int text = builder.CreateString(new string('x', 700)).Value;
        int[] tables = new int[2_000];
        for (int i = 0; i < tables.Length; i++)
        {
            builder.StartTable(2);
            builder.AddOffset(0, text, 0);
            builder.AddInt(1, i + 1, 0);
            tables[i] = builder.EndTable();
        }

        byte[] bytes = WithTables(builder, tables);
        VerifyTableAction verify = static (verifier, table) => verifier.VerifyTableStart(table) && verifier.VerifyString(table, 4, true) && verifier.VerifyTableEnd(table);
        Assert.That(bytes, Has.Length.LessThan(35_000));
        Assert.That(AcceptsTables(bytes, verify), Is.True);
        Assert.That(AcceptsTables(bytes, verify, new Options { MaxApparentSize = 1 << 20 }), Is.False, "1.4 MB of text");
    }

    [Test]
    public void Depth_and_table_count_are_accepted_at_the_limit_and_rejected_above_it()
    {
        FlatBufferBuilder builder = new(64);
        EverythingT value = new() { Title = "", Scalars = new ScalarsT(), Child = new EverythingT { Title = "" } };
        builder.Finish(Everything.Pack(builder, value).Value);
        byte[] bytes = builder.SizedByteArray();
        bool Verify(Options options) => new Verifier(new ByteBuffer(bytes), options).VerifyBuffer(null, false, EverythingVerify.Verify);
        Assert.Multiple(() =>
        {
            Assert.That(Verify(new Options { maxDepth = 2 }), Is.True);
            Assert.That(Verify(new Options { maxDepth = 1 }), Is.False);
            Assert.That(Verify(new Options { maxTables = 3 }), Is.True);
            Assert.That(Verify(new Options { maxTables = 2 }), Is.False);
            Assert.That(Verify(new Options { maxTables = 0 }), Is.False);
        });
    }

    // The product of count and element size overflows to a small number of 32 or 64 bits. Invalid element sizes are rejected even if the vector is
    // empty.
    [TestCase(0x40000000u, 4ul)]
    [TestCase(0x20000001u, 8ul)]
    [TestCase(0x80000000u, 2ul)]
    [TestCase(0xFFFFFFFFu, 1ul)]
    [TestCase(2u, 0x8000000000000000ul)]
    [TestCase(1u, 0xFFFFFFFFFFFFFFFFul)]
    public void A_vector_whose_size_overflows_is_rejected(uint count, ulong elementSize)
    {
        byte[] bytes = SameString(0, 0);
        bool Verify() => new Verifier(new ByteBuffer(bytes)).VerifyBuffer(
            null, false, (verifier, table) => verifier.VerifyTableStart(table) && verifier.VerifyVectorOfData(table, 4, elementSize, true));
        Assert.That(Verify(), Is.EqualTo(elementSize <= int.MaxValue), "empty");
        int table = BinaryPrimitives.ReadInt32LittleEndian(bytes);
        int vector = table + 4 + BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(table + 4));
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(vector), count);
        Assert.That(Verify(), Is.False);
    }

    [Test]
    public void A_misaligned_field_is_rejected_unless_the_alignment_check_is_disabled([Values(2, 4, 8)] int alignment)
    {
        FlatBufferBuilder builder = new(64);
        builder.StartTable(1);
        builder.AddLong(0, 1, 0);
        builder.Finish(builder.EndTable());
        byte[] bytes = builder.SizedByteArray();
        int table = BinaryPrimitives.ReadInt32LittleEndian(bytes);
        int entry = table - BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(table)) + 4;
        bytes[entry]--;
        bool Verify(bool check) => new Verifier(new ByteBuffer(bytes)).SetAlignmentCheck(check).VerifyBuffer(
            null, false, (verifier, root) => verifier.VerifyTableStart(root) && verifier.VerifyField(root, 4, 8, (ulong)alignment, true));
        Assert.That((Verify(true), Verify(false)), Is.EqualTo((false, true)));
    }

    [Test]
    public void A_string_in_a_vector_without_a_terminating_zero_is_rejected([Values(0, 1, 2)] int broken)
    {
        FlatBufferBuilder builder = new(64);
        StringOffset[] texts = [builder.CreateString("one"), builder.CreateString("two"), builder.CreateString("six")];
        builder.StartVector(4, texts.Length, 4);
        builder.Add(texts);
        byte[] bytes = Root(builder, builder.EndVector().Value);
        bool Verify(bool check) => new Verifier(new ByteBuffer(bytes)).SetStringCheck(check).VerifyBuffer(null, false, VerifyStrings);
        Assert.That(Verify(true), Is.True);

        // "one" was built first and is last in the buffer. Each string takes 8 bytes and ends with its zero.
        bytes[bytes.Length - 1 - (8 * broken)] = 1;
        Assert.That((Verify(true), Verify(false)), Is.EqualTo((false, true)));
    }

    [Test]
    public void A_string_with_a_vtable_entry_beyond_32767_bytes_is_verified()
    {
        FlatBufferBuilder builder = new(1 << 17);
        int text = builder.CreateString("far").Value;
        builder.StartTable(32765);
        builder.AddOffset(32764, text, 0);
        builder.Finish(builder.EndTable());
        byte[] bytes = builder.SizedByteArray();
        short entry = unchecked((short)(4 + (2 * 32764)));
        bool Verify() => new Verifier(new ByteBuffer(bytes)).VerifyBuffer(
            null, false, (verifier, root) => verifier.VerifyTableStart(root) && verifier.VerifyString(root, entry, true));
        Assert.That(Verify(), Is.True);
        bytes[^1] = 1;
        Assert.That(Verify(), Is.False);
    }

    [TestCase(0)]
    [TestCase(3)]
    [TestCase(4)]
    [TestCase(15)]
    public void A_size_prefix_without_a_buffer_after_it_is_rejected(int length)
    {
        byte[] bytes = new byte[length];
        if (length >= 4)
        {
            BinaryPrimitives.WriteInt32LittleEndian(bytes, length - 4);
        }

        Assert.That(new Verifier(new ByteBuffer(bytes)).VerifyBuffer(null, true, TestPacketVerify.Verify), Is.False);
    }

    [TestCase(1)]
    [TestCase(-1)]
    [TestCase(int.MinValue)]
    public void A_wrong_size_prefix_is_rejected(int difference)
    {
        FlatBufferBuilder builder = new(64);
        builder.FinishSizePrefixed(TestPacket.CreateTestPacket(builder, default, 5).Value, "ABCD");
        byte[] bytes = builder.SizedByteArray();
        Verifier verifier = new(new ByteBuffer(bytes));
        Assert.That(
            (verifier.VerifyBuffer("ABCD", true, TestPacketVerify.Verify), verifier.VerifyBuffer("ABCE", true, TestPacketVerify.Verify), verifier.VerifyBuffer(null, true, TestPacketVerify.Verify)),
            Is.EqualTo((true, false, true)));
        BinaryPrimitives.WriteInt32LittleEndian(bytes, BinaryPrimitives.ReadInt32LittleEndian(bytes) + difference);
        Assert.That(verifier.VerifyBuffer("ABCD", true, TestPacketVerify.Verify), Is.False);
    }

    [Test]
    public void A_buffer_without_the_required_identifier_is_rejected()
    {
        byte[] bytes = Packet("hello", null);
        byte[] identified = Packet("hello", "ABCD");
        Assert.Multiple(() =>
        {
            Assert.That(new Verifier(new ByteBuffer(bytes)).VerifyBuffer("ABCD", false, TestPacketVerify.Verify), Is.False);
            Assert.That(new Verifier(new ByteBuffer(identified)).VerifyBuffer("ABCD", false, TestPacketVerify.Verify), Is.True);
            Assert.That(new Verifier(new ByteBuffer(identified)).VerifyBuffer("", false, TestPacketVerify.Verify), Is.True);
            Assert.That(new Verifier(new ByteBuffer(identified[..8])).VerifyBuffer("ABCD", false, TestPacketVerify.Verify), Is.False, "nothing else");
            Assert.That(new Verifier(new ByteBuffer(identified[..7])).VerifyBuffer("ABCD", false, TestPacketVerify.Verify), Is.False, "not all of it");
        });
    }

    private static byte[] Packet(string text, string? identifier)
    {
        FlatBufferBuilder builder = new(64);
        int packet = TestPacket.CreateTestPacket(builder, builder.CreateString(text), 5).Value;
        if (identifier is null)
        {
            builder.Finish(packet);
        }
        else
        {
            builder.Finish(packet, identifier);
        }

        return builder.SizedByteArray();
    }

    private static byte[] SameString(int count, int length)
    {
        FlatBufferBuilder builder = new(64);
        int text = builder.CreateString(new string('x', length)).Value;
        builder.StartVector(4, count, 4);
        for (int i = 0; i < count; i++)
        {
            builder.AddOffset(text);
        }

        return Root(builder, builder.EndVector().Value);
    }

    private static byte[] Root(FlatBufferBuilder builder, int field)
    {
        builder.StartTable(1);
        builder.AddOffset(0, field, 0);
        builder.Finish(builder.EndTable());
        return builder.SizedByteArray();
    }

    private static bool Accepts(byte[] bytes, Options options) =>
        new Verifier(new ByteBuffer(bytes), options).VerifyBuffer(null, false, TestPacketVerify.Verify);

    private static byte[] WithTables(FlatBufferBuilder builder, int[] tables)
    {
        builder.StartVector(sizeof(int), tables.Length, sizeof(int));
        foreach (int table in tables)
        {
            builder.AddOffset(table);
        }

        int vector = builder.EndVector().Value;
        builder.StartTable(1);
        builder.AddOffset(0, vector, 0);
        builder.Finish(builder.EndTable());
        return builder.SizedByteArray();
    }

    private static bool AcceptsTables(byte[] bytes, VerifyTableAction verify, Options? options = null) =>
        new Verifier(new ByteBuffer(bytes), options).VerifyBuffer(
            null, false, (verifier, root) => verifier.VerifyTableStart(root) && verifier.VerifyVectorOfTables(root, 4, verify, true) && verifier.VerifyTableEnd(root));
}
