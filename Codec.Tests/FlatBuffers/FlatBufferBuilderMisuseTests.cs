using System;
using Coverage;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers;

/// <summary>Tests that a wrong call throws immediately, with the numbers in the message.</summary>
[TestFixture]
public sealed class FlatBufferBuilderMisuseTests
{
    private readonly FlatBufferBuilder _builder = new(64);

    [SetUp]
    public void Clear() => _builder.Clear();

    [Test]
    [WrongInPackage("nesting throws System.Exception.")]
    public void Nothing_can_be_started_inside_a_table()
    {
        _builder.StartTable(1);
        Assert.Multiple(() =>
        {
            Assert.That(() => _builder.StartTable(1), Throws.InvalidOperationException.With.Message.Contains("table is open"));
            Assert.That(() => _builder.StartVector(1, 1, 1), Throws.InvalidOperationException);
            Assert.That(() => _builder.CreateString("x"), Throws.InvalidOperationException);
            Assert.That(() => _builder.Finish(1), Throws.InvalidOperationException);
            Assert.That(() => _builder.EndVector(), Throws.InvalidOperationException.With.Message.Contains("StartVector"));
        });
    }

    [Test]
    [WrongInPackage("a vector takes fewer elements than it was started for.")]
    public void Nothing_can_be_started_inside_a_vector_and_its_declared_length_is_enforced()
    {
        _builder.StartVector(4, 2, 4);
        Assert.That(() => _builder.CreateString("x"), Throws.InvalidOperationException.With.Message.Contains("vector is open"));
        Assert.That(() => _builder.EndTable(), Throws.InvalidOperationException.With.Message.Contains("StartTable"));
        _builder.AddInt(1);
        Assert.That(() => _builder.EndVector(), Throws.InvalidOperationException.With.Message.Contains("8 bytes").And.Message.Contains("4 bytes"));
        _builder.AddInt(2);
        Assert.That(_builder.EndVector().Value, Is.EqualTo(12));
    }

    [Test]
    [WrongInPackage("finishing twice, or building on, is not noticed.")]
    public void A_message_is_finished_once()
    {
        _builder.StartTable(0);
        int table = _builder.EndTable();
        _builder.Finish(table);
        Assert.Multiple(() =>
        {
            Assert.That(() => _builder.Finish(table), Throws.InvalidOperationException.With.Message.Contains("Clear"));
            Assert.That(() => _builder.StartTable(1), Throws.InvalidOperationException);
        });
        _builder.Clear();
        Assert.That(() => _builder.StartTable(1), Throws.Nothing);
    }

    [Test]
    [WrongInPackage("building on is not noticed.")]
    public void Nothing_is_written_after_Finish_until_Clear([Values] bool sizePrefixed)
    {
        FlatBufferBuilder builder = new(64);
        builder.StartTable(1);
        builder.AddInt(0, 1, 0);
        int table = builder.EndTable();
        if (sizePrefixed)
        {
            builder.FinishSizePrefixed(table);
        }
        else
        {
            builder.Finish(table);
        }

        byte[] message = builder.SizedByteArray();
        Assert.Multiple(() =>
        {
            foreach (Action write in Writes(builder, table))
            {
                Assert.That(() => write(), Throws.InvalidOperationException.With.Message.Contains("finished"));
                Assert.That(builder.Offset, Is.EqualTo(message.Length));
            }
        });
        builder.Clear();
        Assert.That(() => builder.AddInt(5), Throws.Nothing);
    }

    [Test]
    [WrongInPackage("building on is not noticed.")]
    public void Nothing_is_written_after_Finish_if_the_buffer_grows()
    {
        ByteBuffer buffer = new(64);
        FlatBufferBuilder builder = new(buffer);
        builder.StartTable(0);
        builder.Finish(builder.EndTable());
        buffer.GrowFront(128);
        Assert.That(() => builder.AddInt(5), Throws.InvalidOperationException.With.Message.Contains("finished"));
    }

    [Test]
    [WrongInPackage("builders that share a buffer overwrite each other's messages.")]
    public void Nothing_is_written_after_another_builder_used_the_buffer_until_Clear()
    {
        ByteBuffer buffer = new(64);
        FlatBufferBuilder first = new(buffer);
        FlatBufferBuilder second = new(buffer);
        first.Clear();
        first.CreateSharedString("x");
        first.StartTable(2);
        first.AddInt(0, 1, 0);
        second.Clear();
        second.StartTable(1);
        second.AddInt(0, 7, 0);
        second.Finish(second.EndTable());
        byte[] message = second.SizedByteArray();
        Assert.Multiple(() =>
        {
            Action[] others =
            [
                () => first.AddInt(1, 5, 0),
                () => first.Required(1, 4),
                () => first.CreateSharedString("x"),
                () => first.EndTable(),
                () => first.EndVector(),
            ];
            foreach (Action call in (Action[])[.. others, .. Writes(first, 1)])
            {
                Assert.That(() => call(), Throws.InvalidOperationException.With.Message.Contains("Another builder"));
            }

            Assert.That(second.SizedByteArray(), Is.EqualTo(message));
        });
        first.Clear();
        Assert.That(() => first.CreateSharedString("x"), Throws.Nothing);
    }

    [Test]
    [WrongInPackage("Required does not notice a missing field.")]
    public void Required_throws_if_the_field_is_missing_from_the_table()
    {
        _builder.StartTable(2);
        _builder.AddInt(1, 1, 0);
        int table = _builder.EndTable();
        Assert.That(() => _builder.Required(table, 4), Throws.InvalidOperationException.With.Message.Contains("offset 4"));
        Assert.That(() => _builder.Required(table, 6), Throws.Nothing);
        Assert.That(() => _builder.Required(table, 8), Throws.InvalidOperationException);
    }

    [TestCase(-1)]
    [TestCase(1)]
    [TestCase(int.MaxValue)]
    [WrongInPackage("the exception does not say which field of which table.")]
    public void A_field_outside_the_table_is_rejected(int field)
    {
        Assert.That(() => _builder.Slot(field), Throws.InstanceOf<IndexOutOfRangeException>().With.Message.Contains("outside of a table"));
        _builder.StartTable(1);
        Assert.That(() => _builder.AddInt(field, 5, 0),
            Throws.InstanceOf<IndexOutOfRangeException>().With.Message.Contains($"{field}").And.Message.Contains("1 fields"));
    }

    [TestCase(0)]
    [TestCase(-4)]
    [TestCase(9)]
    [TestCase(int.MinValue)]
    [WrongInPackage("offsets of 0 or less are taken, and others throw something else.")]
    public void An_offset_outside_the_written_data_is_rejected_and_nothing_is_written(int offset)
    {
        _builder.AddLong(1);
        Assert.That(() => _builder.AddOffset(offset), Throws.InstanceOf<ArgumentException>());
        Assert.That(_builder.Offset, Is.EqualTo(8));
        Assert.That(() => _builder.Finish(offset), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("1 to 8"));
    }

    [Test]
    [WrongInPackage("it throws System.Exception.")]
    public void A_struct_that_is_not_inline_is_rejected()
    {
        _builder.StartTable(1);
        _builder.AddInt(1);
        Assert.That(() => _builder.AddStruct(0, 100, 0), Throws.InvalidOperationException.With.Message.Contains("100"));
    }

    [TestCase(0)]
    [TestCase(-4)]
    [TestCase(9)]
    [WrongInPackage("some of these offsets are taken, and the vector stays open after an exception.")]
    public void A_vector_of_tables_with_an_offset_to_nothing_is_rejected_and_not_begun(int offset)
    {
        _builder.StartTable(0);
        Offset<Leaf> leaf = new(_builder.EndTable());
        int used = _builder.Offset;
        Assert.That(
            () => _builder.CreateVectorOfTables([new Offset<Leaf>(offset), leaf]), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains($"offset {offset} "));
        Assert.That(_builder.Offset, Is.EqualTo(used));
        int vector = _builder.CreateVectorOfTables([leaf, leaf]).Value;
        ByteBuffer bytes = _builder.DataBuffer;
        int first = bytes.Length - vector + 4;
        Assert.That(
            (bytes.GetInt(first - 4), first + bytes.GetInt(first), first + 4 + bytes.GetInt(first + 4)),
            Is.EqualTo((2, bytes.Length - leaf.Value, bytes.Length - leaf.Value)));
        _builder.StartTable(1);
        Assert.That(() => _builder.CreateVectorOfTables([leaf]), Throws.InvalidOperationException.With.Message.Contains("table is open"));
    }

    [Test]
    [WrongInPackage("negative counts are taken.")]
    public void Negative_and_impossible_sizes_are_rejected()
    {
        Assert.Multiple(() =>
        {
            Assert.That(() => new FlatBufferBuilder(0), Throws.InstanceOf<ArgumentOutOfRangeException>());
            Assert.That(() => new FlatBufferBuilder(-1), Throws.InstanceOf<ArgumentOutOfRangeException>());
            Assert.That(() => new FlatBufferBuilder((ByteBuffer)null!), Throws.ArgumentNullException);
            Assert.That(() => _builder.StartTable(-1), Throws.InstanceOf<ArgumentOutOfRangeException>());
            Assert.That(() => _builder.StartTable(32766), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("32765"));
            Assert.That(() => _builder.StartVector(4, -1, 4), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("-1"));
            Assert.That(() => _builder.StartVector(-4, 1, 4), Throws.InstanceOf<ArgumentOutOfRangeException>());
            Assert.That(() => _builder.StartVector(1 << 20, 1 << 20, 4), Throws.InstanceOf<ArgumentOutOfRangeException>());
            Assert.That(() => _builder.Prep(3, 0), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("power of two"));
            Assert.That(() => _builder.Prep(4, -1), Throws.InstanceOf<ArgumentOutOfRangeException>());
            Assert.That(() => _builder.Prep(1, int.MaxValue), Throws.InvalidOperationException.With.Message.Contains("grow"));
            Assert.That(() => new FlatBufferBuilder(64).Pad(65), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("64"));
        });
    }

    [Test]
    [WrongInPackage("the exception does not say how much is free.")]
    public void Putting_more_bytes_than_are_free_is_rejected()
    {
        FlatBufferBuilder builder = new(4);
        builder.PutByte(1);
        Assert.That(() => builder.PutInt(5), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("3 are free"));
        Assert.That(builder.Offset, Is.EqualTo(1));
    }

    [Test]
    [WrongInPackage("such a table gets wrong field offsets.")]
    public void A_table_longer_than_65535_bytes_is_rejected()
    {
        _builder.StartTable(2);
        _builder.AddInt(0, 1, 0);
        _builder.Add(new byte[70000]);
        _builder.AddInt(1, 1, 0);
        Assert.That(() => _builder.EndTable(), Throws.InvalidOperationException.With.Message.Contains("65535"));
    }

    [Test]
    [WrongInPackage("a vtable beyond 32,767 bytes is not read back.")]
    public void A_table_can_have_the_maximum_of_32765_fields()
    {
        FlatBufferBuilder builder = new(1 << 17);
        builder.StartTable(32765);
        builder.AddByte(32764, 9, 0);
        builder.Finish(builder.EndTable());
        ByteBuffer bytes = builder.DataBuffer;
        Table table = new(bytes.GetInt(bytes.Position) + bytes.Position, bytes);
        Assert.That(bytes.Get(table.bb_pos + table.__offset(4 + (2 * 32764))), Is.EqualTo(9));
    }

    [TestCase("abc")]
    [TestCase("abcde")]
    [TestCase("abc\u0100")]
    [WrongInPackage("a character of more than one byte is cut.")]
    public void A_file_identifier_that_is_not_four_bytes_is_rejected(string identifier)
    {
        _builder.StartTable(0);
        int table = _builder.EndTable();
        Assert.That(() => _builder.Finish(table, identifier), Throws.ArgumentException.With.Message.Contains("identifier"));
    }

    [Test]
    [WrongInPackage("the type of the exception or its message is another.")]
    public void Invalid_element_types_and_null_arrays_are_rejected()
    {
        Assert.That(() => _builder.Add(new decimal[1]), Throws.ArgumentException.With.Message.Contains("Decimal"));
        Assert.That(() => _builder.Put(new StringOffset[1]), Throws.ArgumentException.With.Message.Contains("put").And.Message.Not.Contains("or an offset"));
        Assert.That(() => _builder.DataBuffer.ToArray<char>(0, 4), Throws.ArgumentException.With.Message.Contains("Char cannot be read"));
        Assert.That(() => _builder.DataBuffer.ToArray<StringOffset>(0, 4), Throws.ArgumentException.With.Message.Contains("cannot be read"));
        Assert.That(() => _builder.Add((int[])null!), Throws.ArgumentNullException);
        Assert.That(() => _builder.Add<int>(IntPtr.Zero, 4), Throws.ArgumentNullException);
        Assert.That(() => _builder.Add<int>(new IntPtr(1), 5), Throws.ArgumentException.With.Message.Contains('5'));
    }

    [Test]
    [WrongInPackage("it throws something else.")]
    public void The_message_for_an_offset_in_an_empty_builder_says_that_it_is_empty() =>
        Assert.That(() => _builder.Finish(1), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("empty"));

    /// <summary>Returns calls that write. Each must throw if the builder cannot write.</summary>
    private static Action[] Writes(FlatBufferBuilder builder, int offset) =>
    [
        () => builder.AddByte(5),
        () => builder.AddInt(5),
        () => builder.AddDouble(5),
        () => builder.PutByte(5),
        () => builder.PutLong(5),
        () => builder.Pad(1),
        () => builder.Prep(1, 0),
        () => builder.Prep(8, 8),
        () => builder.AddOffset(offset),
        () => builder.Add(new int[1]),
        () => builder.Put(new int[1]),
        () => builder.StartTable(1),
        () => builder.StartVector(4, 1, 4),
        () => builder.CreateString("x"),
        () => builder.CreateSharedString("y"),
        () => builder.Finish(offset),
    ];
}
