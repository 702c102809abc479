using System;
using System.Buffers;
using System.Linq;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers;

[TestFixture]
public sealed class ByteBufferTests
{
    [Test]
    public void Numbers_are_little_endian_and_come_back()
    {
        ByteBuffer buffer = new(32);
        buffer.PutUshort(1, 0x0102);
        buffer.PutUint(3, 0x03040506);
        buffer.PutUlong(7, 0x0708090A0B0C0D0E);
        Assert.That(buffer.ToArray(1, 14), Is.EqualTo(new byte[] { 2, 1, 6, 5, 4, 3, 14, 13, 12, 11, 10, 9, 8, 7 }));
        buffer.PutFloat(16, -1.5f);
        buffer.PutDouble(20, double.MinValue);
        buffer.PutSbyte(0, -1);
        buffer.PutShort(28, short.MinValue);
        Assert.That(
            (buffer.GetUshort(1), buffer.GetUint(3), buffer.GetUlong(7), buffer.GetFloat(16), buffer.GetDouble(20), buffer.GetSbyte(0), buffer.GetShort(28)),
            Is.EqualTo(((ushort)0x0102, 0x03040506u, 0x0708090A0B0C0D0Eul, -1.5f, double.MinValue, (sbyte)-1, short.MinValue)));
    }

    [Test]
    public void Every_access_outside_is_refused([Values(0, 1, 3, 4, 7, 8, 9)] int length, [Values(int.MinValue, -8, -1, 0, 1, 8, int.MaxValue)] int index)
    {
        ByteBuffer buffer = new(new ArraySegment<byte>(new byte[64], 0, length));
        (int Size, Action Read, Action Write)[] accesses =
        [
            (1, () => buffer.Get(index), () => buffer.PutByte(index, 1)),
            (2, () => buffer.GetShort(index), () => buffer.PutShort(index, 1)),
            (4, () => buffer.GetInt(index), () => buffer.PutInt(index, 1)),
            (8, () => buffer.GetLong(index), () => buffer.PutLong(index, 1)),
            (4, () => buffer.GetStringUTF8(index, 4), () => buffer.PutStringUTF8(index, "abcd")),
            (4, () => buffer.ToArray(index, 4), () => buffer.ToSpan(index, 4).Clear()),
            (4, () => buffer.ToArraySegment(index, 4), () => buffer.PutByte(index, 1, 4)),
        ];
        foreach ((int size, Action read, Action write) in accesses)
        {
            bool inside = index >= 0 && (long)index + size <= length;
            Assert.That(() => read(), inside ? Throws.Nothing : Throws.InstanceOf<ArgumentOutOfRangeException>());
            Assert.That(() => write(), inside ? Throws.Nothing : Throws.InstanceOf<ArgumentOutOfRangeException>());
        }
    }

    [Test]
    public void A_field_is_looked_up_only_in_a_vtable_that_is_wholly_inside()
    {
        // At 0 a table whose vtable is at 4 and says 6 bytes: two sizes and the first field, 4 bytes from the table.
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
    public void A_table_does_not_leave_a_buffer_that_was_pointed_at_less()
    {
        ByteBuffer buffer = new(new byte[] { 0xFC, 0xFF, 0xFF, 0xFF, 6, 0, 8, 0, 4, 0 });
        Table table = new(0, buffer);
        buffer.Reset(new ArraySegment<byte>(new byte[4]));
        Assert.That(() => table.__offset(4), Throws.InstanceOf<ArgumentOutOfRangeException>());
    }

    [Test]
    public void An_allocator_that_claims_more_than_its_array_has_is_refused() =>
        Assert.That(() => new ByteBuffer(new BoastingAllocator(), 0), Throws.InvalidOperationException.With.Message.Contains("9 bytes; the array has 8"));

    [Test]
    public void A_part_of_an_array_ends_where_it_ends_and_does_not_grow()
    {
        byte[] array = Enumerable.Range(0, 16).Select(i => (byte)i).ToArray();
        ByteBuffer buffer = new(array.AsMemory(4, 6));
        Assert.That((buffer.Position, buffer.Length), Is.EqualTo((4, 10)));
        Assert.That(buffer.ToSizedArray(), Is.EqualTo(array[4..10]));
        Assert.That(() => buffer.GetInt(7), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("10 bytes"));
        Assert.That(() => buffer.GrowFront(100), Throws.InvalidOperationException);
        buffer.Reset(new ArraySegment<byte>(array, 12, 4));
        Assert.That(buffer.ToSizedReadOnlySpan().ToArray(), Is.EqualTo(array[12..]));
        using IMemoryOwner<byte> owner = new NativeMemory();
        Assert.That(() => new ByteBuffer(owner.Memory), Throws.ArgumentException.With.Message.Contains("array"));
    }

    [Test]
    public void Growing_moves_the_content_to_the_end_and_never_truncates()
    {
        ByteBuffer buffer = new([1, 2, 3, 4]);
        buffer.GrowFront(8);
        Assert.That(buffer.ToFullArray(), Is.EqualTo(new byte[] { 0, 0, 0, 0, 1, 2, 3, 4 }));
        Assert.That(() => buffer.GrowFront(2), Throws.InvalidOperationException.With.Message.Contains('8').And.Message.Contains('2'));
    }

    [Test]
    public void Arrays_go_in_before_an_index_and_come_out_padded()
    {
        ByteBuffer buffer = new(16);
        Assert.That(buffer.Put(12, [1, 2]), Is.EqualTo(4));
        int[] padded = [0, 1, 2, 0, 0];
        Assert.That(buffer.ToArrayPadded<int>(4, 8, 4, 8), Is.EqualTo(padded));
        Assert.That(() => buffer.Put(4, [1, 2]), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => buffer.ToArray<int>(0, 5), Throws.ArgumentException.With.Message.Contains('5'));
        Assert.That(() => buffer.Put(12, Array.Empty<int>()), Throws.ArgumentException);
    }

    [Test]
    public void Strings_compare_by_their_bytes()
    {
        string[] texts = ["", "a", "ab", "b", "\uffff", "\ud83d\ude00"];
        FlatBufferBuilder builder = new(64);
        int[] fields = new int[texts.Length];
        for (int i = 0; i < texts.Length; i++)
        {
            StringOffset text = builder.CreateString(texts[i]);
            builder.AddOffset(text.Value);
            fields[i] = builder.Offset;
        }

        ByteBuffer bytes = builder.DataBuffer;
        for (int i = 0; i < texts.Length; i++)
        {
            for (int k = 0; k < texts.Length; k++)
            {
                int first = bytes.Length - fields[i];
                Assert.That(Math.Sign(Table.CompareStrings(first, bytes.Length - fields[k], bytes)), Is.EqualTo(i.CompareTo(k)));
                Assert.That(Math.Sign(Table.CompareStrings(first, System.Text.Encoding.UTF8.GetBytes(texts[k]), bytes)), Is.EqualTo(i.CompareTo(k)));
            }
        }
    }

    /// <summary>Memory that no array is behind.</summary>
    private sealed class NativeMemory : MemoryManager<byte>
    {
        public override Span<byte> GetSpan() => new byte[1];

        public override MemoryHandle Pin(int elementIndex = 0) => default;

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }

    private sealed class BoastingAllocator : ByteBufferAllocator
    {
        internal BoastingAllocator()
        {
            Buffer = new byte[8];
            Length = 9;
        }

        public override void GrowFront(int newSize)
        {
        }
    }
}
