using Game;
using Google.FlatBuffers;

namespace Codec.Tests.FlatBuffers;

/// <summary>Tests the behavior of the package that docs/flatbuffers.md describes. If a test fails with a new version of the package, correct the page.</summary>
[NonParallelizable]
public sealed class PackageBehaviorTests
{
    // The text is 16 bytes with its length and terminator, so that an element is 32 bytes.
    private static readonly VerifyTableAction VerifyElement = static (verifier, table) =>
        verifier.VerifyTableStart(table) && verifier.VerifyString(table, 4, true) && verifier.VerifyTableEnd(table);

    private static readonly VerifyTableAction VerifyElements = static (verifier, table) =>
        verifier.VerifyTableStart(table) && verifier.VerifyVectorOfTables(table, 4, VerifyElement, true) && verifier.VerifyTableEnd(table);

    private static readonly VerifyTableAction VerifyNested = static (verifier, table) =>
        verifier.VerifyTableStart(table) && verifier.VerifyNestedBuffer(table, 4, TestPacketVerify.Verify, true) && verifier.VerifyTableEnd(table);

    private static readonly VerifyTableAction VerifyChain = static (verifier, table) =>
        verifier.VerifyTableStart(table) && verifier.VerifyTable(table, 4, VerifyChainOf, false) && verifier.VerifyTableEnd(table);

    [Test]
    public void The_verifier_throws_for_the_empty_identifier_that_flatc_writes()
    {
        byte[] payload = FlatBufferReaderTests.Built(GameMessages.BuildTestPacket);
        Assert.That(() => Verify(payload, "", TestPacketVerify.Verify), Throws.ArgumentException);
        Assert.That(Verify(payload, null, TestPacketVerify.Verify), Is.True);
    }

    [TestCase(1024, 32_796, ExpectedResult = true)]
    [TestCase(1025, 32_828, ExpectedResult = false)]
    public bool The_verifier_rejects_a_required_field_of_a_table_that_is_more_than_32767_bytes_from_its_vtable(int count, int size)
    {
        byte[] payload = LargeVector(count);
        Assert.That(payload, Has.Length.EqualTo(size));
        FlatBufferReader<TestPacket> reader = new(PayloadSchema.Parse("namespace Game; table Element { text:string (required); } table TestPacket { elements:[Element] (required); }"));
        Assert.That(reader.TryRead(new ArraySegment<byte>(payload), out _), Is.True, "the bridge accepts it");

        // The verifier writes the text of each exception.
        TextWriter console = Console.Out;
        Console.SetOut(TextWriter.Null);
        try
        {
            return Verify(payload, "FARS", VerifyElements);
        }
        finally
        {
            Console.SetOut(console);
        }
    }

    [Test]
    public void The_verifier_throws_for_a_nested_buffer()
    {
        byte[] payload = NestedBuffer(FlatBufferReaderTests.Built(GameMessages.BuildTestPacket));
        Assert.That(() => Verify(payload, "NEST", VerifyNested), Throws.ArgumentException);
    }

    [TestCase(0, ExpectedResult = true)]
    [TestCase(4, ExpectedResult = false)]
    [TestCase(8, ExpectedResult = true)]
    public bool The_verifier_counts_alignment_from_the_start_of_the_array(int offset)
    {
        byte[] payload = FlatBufferReaderTests.Built(GameMessages.BuildMove);
        byte[] array = new byte[offset + payload.Length];
        payload.CopyTo(array, offset);
        Assert.That(new FlatBufferReader<Move>(PayloadSchema.Load(Repository.PathOf("schemas", "game.fbs"))).TryRead(new ArraySegment<byte>(array, offset, payload.Length), out _), Is.True);
        return new Verifier(new ByteBuffer(array, offset)).VerifyBuffer(null, false, MoveVerify.Verify);
    }

    [TestCase(64, ExpectedResult = true)]
    [TestCase(65, ExpectedResult = false)]
    public bool The_verifier_accepts_64_levels_of_tables(int levels)
    {
        byte[] payload = Chain(levels);
        FlatBufferReader<TestPacket> reader = new(PayloadSchema.Parse("namespace Game; table TestPacket { next:TestPacket; }"));
        bool isValid = Verify(payload, null, VerifyChain);
        Assert.That(reader.TryRead(new ArraySegment<byte>(payload), out _), Is.EqualTo(isValid));
        return isValid;
    }

    [Test]
    public void The_verifier_rejects_a_size_prefixed_message_before_another_one()
    {
        byte[] one = FlatBufferReaderTests.Built(builder => builder.FinishSizePrefixed(FlatBufferReaderTests.Table(builder, builder.CreateString("text").Value)));
        Verifier both = new(new ByteBuffer([.. one, .. one]));
        Assert.That(new Verifier(new ByteBuffer(one)).VerifyBuffer(null, true, VerifyElement), Is.True);
        Assert.That(both.VerifyBuffer(null, true, VerifyElement), Is.False);

        FlatBufferBuilder builder = new(64);
        GameMessages.BuildMove(builder);
        byte[] packet = [.. builder.AsPacket(2).WriteHeader()];
        Assert.That(PacketDecoder.Decode([.. packet, .. packet], out _, out int consumed, out _), Is.EqualTo(OperationStatus.Done));
        Assert.That(consumed, Is.EqualTo(packet.Length));
    }

    [Test]
    public void A_default_of_NaN_is_written_and_negative()
    {
        // The call that flatc writes for a field with this default.
        byte[] payload = FlatBufferReaderTests.Built(builder =>
        {
            builder.StartTable(1);
            builder.AddFloat(0, float.NaN, float.NaN);
            builder.Finish(builder.EndTable());
        });
        Assert.That(payload, Has.Length.EqualTo(20), "12 bytes without the field");
        Assert.That(BitConverter.ToUInt32(payload, 16), Is.EqualTo(0xFFC0_0000));
    }

    [Test]
    public void The_verifier_rejects_the_null_element_that_a_builder_writes() =>
        Assert.That(Verify(FlatBufferReaderTests.Built(builder => builder.Finish(FlatBufferReaderTests.Table(builder, FlatBufferReaderTests.Vector(builder, [0])))), null, VerifyElements), Is.False);

    [Test]
    public void A_builder_does_not_detect_wrong_calls()
    {
        FlatBufferBuilder finished = new(64);
        GameMessages.BuildTestPacket(finished);
        FlatBufferBuilder empty = new(64);
        empty.StartTable(1);
        int table = empty.EndTable();
        FlatBufferBuilder large = new(64);
        large.StartTable(1);
        large.Prep(4, 70_000);
        large.Pad(70_000);
        Assert.That(() => finished.Finish(4), Throws.Nothing, "a second Finish");
        Assert.That(() => empty.Required(table, 4), Throws.Nothing, "a missing required field of a table without fields");
        Assert.That(() => large.EndTable(), Throws.Nothing, "a table of more than 65,535 bytes");
    }

    [Test]
    public void A_block_of_offsets_throws()
    {
        FlatBufferBuilder builder = new(64);
        Offset<Item>[] items = [Item.CreateItem(builder, 1, 1)];
        Assert.That(() => Inventory.CreateItemsVectorBlock(builder, items), Throws.ArgumentException);
    }

    [Test]
    public void An_array_of_shorts_is_read_whole_by_25_2_10_and_by_half_by_25_12_19()
    {
        Item item = Inventory.GetRootAsInventory(new ByteBuffer(FlatBufferReaderTests.Built(GameMessages.BuildInventory))).Items(4)!.Value;
        bool isServed = typeof(FlatBufferConstants).GetMethod("FLATBUFFERS_25_2_10") is not null && typeof(FlatBufferConstants).GetMethod("FLATBUFFERS_25_12_19") is null;
        Assert.That(item.GetModifiersArray(), Has.Length.EqualTo(isServed ? item.ModifiersLength : item.ModifiersLength / 2));
    }

    /// <summary>Builds a table with a vector of tables that each have a required text.</summary>
    internal static byte[] LargeVector(int count) => FlatBufferReaderTests.Built(builder =>
    {
        int[] tables = [.. Enumerable.Range(0, count).Select(_ => FlatBufferReaderTests.Table(builder, builder.CreateString("0123456789abcde").Value))];
        builder.Finish(FlatBufferReaderTests.Table(builder, FlatBufferReaderTests.Vector(builder, tables)), "FARS");
    });

    /// <summary>Builds a table with a payload in its first field.</summary>
    internal static byte[] NestedBuffer(byte[] nested) => FlatBufferReaderTests.Built(builder =>
    {
        builder.StartVector(1, nested.Length, 8);
        foreach (byte one in nested.Reverse())
        {
            builder.AddByte(one);
        }

        builder.Finish(FlatBufferReaderTests.Table(builder, builder.EndVector().Value), "NEST");
    });

    /// <summary>Builds tables, each in the first field of another.</summary>
    internal static byte[] Chain(int levels) => FlatBufferReaderTests.Built(builder =>
    {
        builder.StartTable(0);
        int table = builder.EndTable();
        for (int i = 1; i < levels; i++)
        {
            table = FlatBufferReaderTests.Table(builder, table);
        }

        builder.Finish(table);
    });

    private static bool VerifyChainOf(Verifier verifier, uint table) => VerifyChain(verifier, table);

    private static bool Verify(byte[] payload, string? identifier, VerifyTableAction verify) =>
        new Verifier(new ByteBuffer(payload)).VerifyBuffer(identifier, false, verify);
}
