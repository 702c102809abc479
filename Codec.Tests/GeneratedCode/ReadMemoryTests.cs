using Codec.Tests.Limits;
using Google.FlatBuffers;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests that reading a payload of a few kilobytes whose tables share objects allocates no more memory than documented.</summary>
internal sealed class ReadMemoryTests
{
    // 16 MiB for strings and vectors, 16,384 tables of 64 bytes, and the allocations for the first object that is rejected.
    private const long Most = (16 << 20) + (16_384 * 64) + 100_000;

    private const int Tables = 4000;
    private const int Elements = 2000;
    private const int BlockSize = 256;
    private const int BlockAlignment = 8;

    private enum Field
    {
        Hoards,
        TreasuresType,
        Treasures,
        Texts,
        Blocks,
    }

    [Test]
    public void Shared_structs_in_unions_are_rejected_within_the_memory_limit() => Assert.That(IsRead(builder => Treasures(builder, Treasure.Kind.Block, AddBlock(builder))), Is.False);

    [Test]
    public void Shared_structs_of_one_byte_in_unions_are_rejected_within_the_memory_limit() => Assert.That(IsRead(builder => Treasures(builder, Treasure.Kind.Coin, AddCoin(builder))), Is.False);

    [Test]
    public void Shared_strings_in_unions_are_rejected_within_the_memory_limit() => Assert.That(IsRead(builder => Treasures(builder, Treasure.Kind.Text, builder.CreateString("x").Value)), Is.False);

    [Test]
    public void Shared_unions_without_a_value_are_rejected_within_the_memory_limit() => Assert.That(IsRead(builder => Treasures(builder, default, builder.CreateString("x").Value)), Is.False);

    [Test]
    public void Texts([Values(1, 10_000)] int length) => Assert.That(IsRead(builder => Texts(builder, Elements, builder.CreateString(new string('x', length)).Value)), Is.False);

    [Test]
    public void Shared_vectors_of_one_struct_are_read_within_the_memory_limit() => Assert.That(
        IsRead(builder =>
        {
            builder.StartVector(BlockSize, 1, BlockAlignment);
            AddBlock(builder);
            return Table(builder, (Field.Blocks, builder.EndVector().Value));
        }),
        Is.True);

    [Test]
    public void FieldList_allocates_memory_only_for_the_requested_count()
    {
        new FieldList<Block>().SetCount(1);
        FieldList<Block> list = [];
        long before = GC.GetAllocatedBytesForCurrentThread();
        list.SetCount(1);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(2 * BlockSize));
    }

    [Test]
    public void Shared_empty_vectors_are_read_within_the_memory_limit() => Assert.That(IsRead(builder => Texts(builder, 0, 0)), Is.True);

    [Test]
    public void A_payload_without_shared_objects_is_read()
    {
        Hoard hoard = new() { Hoards = [], Treasures = [], Texts = [], Blocks = [] };
        for (int i = 0; i < Tables; i++)
        {
            hoard.Hoards.Add(new Hoard { Treasures = [], Texts = [], Blocks = [] });
            hoard.Treasures.Add(Treasure.FromText("y"));
            hoard.Texts.Add(string.Empty);
        }

        Assert.That(new Hoard().TryRead(new PlainType(typeof(Hoard)).Write(hoard)), Is.True);
    }

    private static bool IsRead(Func<FlatBufferBuilder, int> addShared)
    {
        FlatBufferBuilder builder = new(1024);
        int shared = addShared(builder);
        builder.Finish(Table(builder, (Field.Hoards, Vector(builder, Tables, shared))));
        byte[] payload = builder.SizedByteArray();
        Assert.That(payload, Has.Length.LessThan(64 * 1024));
        bool isRead = new Hoard().TryRead(payload);
        long before = GC.GetAllocatedBytesForCurrentThread();
        new Hoard().TryRead(payload);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(Most));
        return isRead;
    }

    private static int Texts(FlatBufferBuilder builder, int count, int text) => Table(builder, (Field.Texts, Vector(builder, count, text)));

    private static int Treasures(FlatBufferBuilder builder, Treasure.Kind type, int value)
    {
        int values = Vector(builder, Elements, value);
        builder.StartVector(1, Elements, 1);
        for (int i = 0; i < Elements; i++)
        {
            builder.AddByte((byte)type);
        }

        return Table(builder, (Field.TreasuresType, builder.EndVector().Value), (Field.Treasures, values));
    }

    private static int AddBlock(FlatBufferBuilder builder)
    {
        builder.Prep(BlockAlignment, BlockSize);
        builder.Pad(BlockSize);
        return builder.Offset;
    }

    private static int AddCoin(FlatBufferBuilder builder)
    {
        builder.Prep(1, 1);
        builder.PutByte(7);
        return builder.Offset;
    }

    private static int Vector(FlatBufferBuilder builder, int count, int shared)
    {
        builder.StartVector(4, count, 4);
        for (int i = 0; i < count; i++)
        {
            builder.AddOffset(shared);
        }

        return builder.EndVector().Value;
    }

    private static int Table(FlatBufferBuilder builder, params (Field Field, int Place)[] fields)
    {
        builder.StartTable((int)Field.Blocks + 1);
        foreach ((Field field, int place) in fields)
        {
            builder.AddOffset((int)field, place, 0);
        }

        return builder.EndTable();
    }
}
