using System;
using Codec.Tests.Doubles;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>Tests lookups of a table's fields in invalid vtables, and tables that are out of range.</summary>
[TestFixture]
public sealed class ByteBufferBoundsTests
{
    [Test]
    public void A_field_lookup_throws_if_the_vtable_extends_beyond_the_buffer()
    {
        // The table is at offset 0. Its vtable at offset 4 has 6 bytes: two sizes and the first field, which is 4 bytes after the start of the table.
        byte[] bytes = [0xFC, 0xFF, 0xFF, 0xFF, 6, 0, 8, 0, 4, 0];
        Table table = new(0, new ByteBuffer(bytes));
        Assert.That((table.__offset(4), table.__offset(6), table.__offset(-2), table.__offset(65536 + 4)), Is.EqualTo((4, 0, 0, 0)));
        foreach (byte size in new byte[] { 7, 8, 255 })
        {
            bytes[4] = size;
            Assert.That(() => table.__offset(4), Throws.InstanceOf<ArgumentOutOfRangeException>());
        }

        bytes[4] = 5;
        Assert.That(table.__offset(4), Is.Zero, "half an entry is none");
        bytes[4] = 6;
        ByteBuffer shorter = new(new ArraySegment<byte>(bytes, 0, 9));
        Assert.That(() => new Table(0, shorter).__offset(4), Throws.InstanceOf<ArgumentOutOfRangeException>());
        foreach (int index in new[] { -1, 7, int.MaxValue })
        {
            Assert.That(() => new Table(index, shorter), Throws.InstanceOf<ArgumentOutOfRangeException>());
        }
    }

    [TestCase(3)]
    [TestCase(0x20000001)]
    [TestCase(0x40000000)]
    [TestCase(int.MaxValue)]
    [TestCase(int.MinValue)]
    [TestCase(-1)]
    public void A_vector_whose_length_exceeds_the_buffer_is_out_of_range(int length)
    {
        FlatBufferBuilder builder = new(64);
        builder.StartVector(8, 2, 8);
        builder.AddLong(5);
        builder.AddLong(6);
        int vector = builder.EndVector().Value;
        builder.StartTable(1);
        builder.AddOffset(0, vector, 0);
        builder.Finish(builder.EndTable());
        ByteBuffer buffer = builder.DataBuffer;
        Table table = new(buffer.Position + buffer.GetInt(buffer.Position), buffer);
        Assert.That(table.__vector_as_array<long>(4), Is.EqualTo((long[])[6, 5]));
        Assert.That(table.__vector_as_span<long>(4, 8).ToArray(), Is.EqualTo((long[])[6, 5]));

        buffer.PutInt(buffer.Length - vector, length);
        Assert.That(() => table.__vector_as_array<long>(4), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => table.__vector_as_span<long>(4, 8).ToArray(), Throws.InstanceOf<ArgumentOutOfRangeException>());
    }

    [Test]
    public void A_vector_that_no_buffer_can_contain_is_reported_with_its_size()
    {
        // The vtable at offset 0 has 6 bytes. The table is at offset 6, and its field at offset 10 refers to the vector at offset 14.
        byte[] bytes = [6, 0, 8, 0, 4, 0, 6, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0x80];
        Table table = new(6, new ByteBuffer(bytes));
        Assert.That(
            () => table.__vector_as_array<int>(4), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("8589934592 bytes at index 18 "));
    }

    [Test]
    public void Null_arguments_are_rejected()
    {
        ByteBuffer buffer = new(new byte[16]);
        Assert.Multiple(() =>
        {
            Assert.That(() => Table.__has_identifier(buffer, null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("ident"));
            Assert.That(() => Table.CompareStrings(0, (byte[])null!, buffer), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("key"));
            Assert.That(() => ByteBuffer.ArraySize((int[])null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("x"));
        });
    }

    [Test]
    public void A_table_does_not_read_outside_a_buffer_that_was_reset_to_fewer_bytes()
    {
        ByteBuffer buffer = new(new byte[] { 0xFC, 0xFF, 0xFF, 0xFF, 6, 0, 8, 0, 4, 0 });
        Table table = new(0, buffer);
        buffer.Reset(new ArraySegment<byte>(new byte[4]));
        Assert.That(() => table.__offset(4), Throws.InstanceOf<ArgumentOutOfRangeException>());
    }

    [Test]
    public void An_allocator_that_claims_more_bytes_than_its_array_has_is_rejected()
    {
        MisbehavingAllocator allocator = new(0) { Next = MisbehavingAllocator.Growth.LongerThanArray };
        allocator.GrowFront(9);
        Assert.That(() => new ByteBuffer(allocator, 0), Throws.InvalidOperationException.With.Message.Contains("9 bytes, but its array has 8"));
    }
}
