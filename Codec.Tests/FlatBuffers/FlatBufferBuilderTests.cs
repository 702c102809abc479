using System;
using System.Linq;
using Game;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers;

[TestFixture]
public sealed class FlatBufferBuilderTests
{
    // The bytes that C++ builds: root offset 12, padding, vtable (8, 12, 4, 8), table, string.
    private static readonly byte[] Seed =
    [
        12, 0, 0, 0, 8, 0, 12, 0, 4, 0, 8, 0, 8, 0, 0, 0, 8, 0, 0, 0, 255, 0, 0, 0, 18, 0, 0, 0,
        .. "This is a message!"u8, 0, 0,
    ];

    [Test]
    public void The_seed_message_has_the_same_48_bytes_as_in_Cpp_for_any_initial_size([Values(1, 7, 48, 49, 1024)] int initialSize)
    {
        FlatBufferBuilder builder = new(initialSize);
        for (int i = 0; i < 3; i++)
        {
            builder.Clear();
            BuildSeed(builder);
            Assert.That(builder.SizedByteArray(), Is.EqualTo(Seed));
        }
    }

    [TestCase(1, new[] { 8, 16, 32, 32 })]
    [TestCase(10, new[] { 10, 20, 40, 40 })]
    public void The_buffer_starts_with_the_initial_size_and_doubles(int initialSize, int[] lengths)
    {
        FlatBufferBuilder builder = new(initialSize);
        Assert.That(builder.DataBuffer.Length, Is.EqualTo(initialSize));
        foreach (int length in lengths)
        {
            builder.AddLong(-1);
            Assert.That(builder.DataBuffer.Length, Is.EqualTo(length));
        }

        Assert.That(builder.DataBuffer.ToArray(0, lengths[^1] - builder.Offset), Is.All.Zero, "unused bytes");
    }

    [Test]
    public void Equal_vtables_are_written_once_and_others_are_not_shared()
    {
        FlatBufferBuilder builder = new(64);
        int first = AddTable(builder, 1);
        int size = builder.Offset;
        int second = AddTable(builder, 2);
        Assert.That(builder.Offset - size, Is.EqualTo(12), "only the table: its offset to the vtable and two numbers");
        builder.StartTable(2);
        builder.AddInt(1, 3, 0);
        int third = builder.EndTable();
        Assert.Multiple(() =>
        {
            Assert.That(VtableOf(builder, second), Is.EqualTo(VtableOf(builder, first)));
            Assert.That(VtableOf(builder, third), Is.Not.EqualTo(VtableOf(builder, first)));
        });
    }

    [Test]
    public void Padding_is_zero_even_if_an_earlier_message_used_the_same_bytes()
    {
        FlatBufferBuilder builder = new(256);
        builder.Add(Enumerable.Repeat((byte)0xEE, 256).ToArray());
        builder.Clear();
        builder.AddByte(1);
        builder.AddLong(2);
        builder.AddByte(3);
        builder.AddInt(4);
        builder.AddShort(5);
        builder.Prep(16, 0);
        byte[] expected = [0, 0, 0, 0, 0, 0, 5, 0, 4, 0, 0, 0, 0, 0, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
        Assert.That(builder.DataBuffer.ToArray(256 - builder.Offset, builder.Offset), Is.EqualTo(expected));
    }

    [Test]
    public void A_cleared_builder_allocates_nothing_even_for_shared_strings_and_vtables()
    {
        FlatBufferBuilder builder = new(16);
        BuildMany(builder);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 100; i++)
        {
            BuildMany(builder);
        }

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    [Test]
    public void A_shared_string_is_written_once_until_the_builder_is_cleared()
    {
        FlatBufferBuilder builder = new(64);
        int first = builder.CreateSharedString("x").Value;
        Assert.That(builder.CreateSharedString("x").Value, Is.EqualTo(first));
        Assert.That(builder.CreateSharedString("y").Value, Is.Not.EqualTo(first));
        builder.Clear();
        builder.AddLong(1);
        Assert.That(builder.CreateSharedString("x").Value, Is.EqualTo(16));
    }

    [Test]
    [WrongInPackage("bytes are counted as elements.")]
    public unsafe void A_vector_from_memory_counts_elements_and_aligns_them()
    {
        double[] values = [1, 2, 3];
        FlatBufferBuilder builder = new(64);
        builder.AddInt(7);
        fixed (double* first = values)
        {
            builder.StartVector(1, 24, 1);
            builder.Add<double>((IntPtr)first, 24);
        }

        int vector = builder.DataBuffer.Length - builder.EndVector().Value;
        Assert.That(builder.DataBuffer.GetInt(vector), Is.EqualTo(3));
        Assert.That(builder.DataBuffer.ToArray<double>(vector + 4, 24), Is.EqualTo(values));
        Assert.That((builder.Offset - 4) % 8, Is.Zero, "elements are aligned to the end");
    }

    [Test]
    public void A_null_pointer_with_length_0_becomes_an_empty_vector()
    {
        FlatBufferBuilder builder = new(64);
        builder.StartVector(1, 0, 1);
        builder.Add<int>(IntPtr.Zero, 0);
        int vector = builder.EndVector().Value;
        Assert.That((vector, builder.DataBuffer.GetInt(builder.DataBuffer.Length - vector)), Is.EqualTo((4, 0)));
    }

    [Test]
    public void Trailing_vtable_entries_without_a_value_are_omitted()
    {
        FlatBufferBuilder builder = new(64);
        builder.StartTable(5);
        builder.Slot(4);
        builder.AddByte(1, 1, 0);
        builder.Finish(builder.EndTable());
        Table table = new(builder.DataBuffer.GetInt(builder.DataBuffer.Position) + builder.DataBuffer.Position, builder.DataBuffer);
        Assert.That(builder.DataBuffer.GetUshort(table.bb_pos - builder.DataBuffer.GetInt(table.bb_pos)), Is.EqualTo(8), "two lengths and two fields");
        builder.Clear();
        builder.AddInt(1);
        builder.StartTable(5);
        builder.AddByte(4, 1, 0);
        Assert.That(() => builder.EndTable(), Throws.Nothing);
    }

    [Test]
    public void A_null_string_gives_offset_0_and_writes_nothing()
    {
        FlatBufferBuilder builder = new(64);
        Assert.That((builder.CreateString(null!).Value, builder.CreateSharedString(null!).Value, builder.Offset), Is.EqualTo((0, 0, 0)));
    }

    [Test]
    [WrongInPackage("arrays of offsets or enums throw.")]
    public void Arrays_of_offsets_and_enums_become_vectors()
    {
        FlatBufferBuilder builder = new(64);
        StringOffset[] texts = [builder.CreateString("a"), builder.CreateString("b")];
        builder.StartVector(4, 2, 4);
        builder.Add(texts);
        int vector = builder.DataBuffer.Length - builder.EndVector().Value;
        ByteBuffer bytes = builder.DataBuffer;
        string Text(int at) => new Table(0, bytes).__string(at);
        Assert.That(Text(vector + 4) + Text(vector + 8), Is.EqualTo("ab"));

        builder.StartVector(1, 2, 1);
        builder.Add(new[] { EntityKind.Npc, EntityKind.Pickup });
        Assert.That(builder.DataBuffer.ToArray<EntityKind>(builder.DataBuffer.Length - builder.EndVector().Value + 4, 2),
            Is.EqualTo(new[] { EntityKind.Npc, EntityKind.Pickup }));
    }

    [Test]
    public void Growing_the_buffer_outside_the_builder_keeps_the_written_data()
    {
        FlatBufferBuilder builder = new(8);
        StringOffset text = builder.CreateString("ab");
        builder.DataBuffer.GrowFront(100);
        builder.Finish(TestPacket.CreateTestPacket(builder, text, 3).Value);
        TestPacket packet = TestPacket.GetRootAsTestPacket(builder.DataBuffer);
        Assert.That((packet.Msg, packet.Number), Is.EqualTo(("ab", 3)));
    }

    private static void BuildSeed(FlatBufferBuilder builder) =>
        builder.Finish(TestPacket.CreateTestPacket(builder, builder.CreateString("This is a message!"), 255).Value);

    private static void BuildMany(FlatBufferBuilder builder)
    {
        builder.Clear();
        int table = 0;
        for (int fields = 1; fields <= 40; fields++)
        {
            builder.CreateSharedString(fields % 2 == 0 ? "even" : "odd");
            builder.StartTable(fields);
            builder.AddInt(fields - 1, 5, 0);
            table = builder.EndTable();
        }

        builder.Finish(table);
    }

    private static int AddTable(FlatBufferBuilder builder, int value)
    {
        builder.StartTable(2);
        builder.AddInt(0, value, 0);
        builder.AddInt(1, value, 0);
        return builder.EndTable();
    }

    private static int VtableOf(FlatBufferBuilder builder, int table)
    {
        int index = builder.DataBuffer.Length - table;
        return index - builder.DataBuffer.GetInt(index);
    }
}
