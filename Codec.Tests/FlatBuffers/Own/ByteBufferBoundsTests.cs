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
