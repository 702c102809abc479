using System;
using System.Linq;
using Codec.Tests.Doubles;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>Tests buffers over parts of arrays and over memory, and accesses at their ends.</summary>
[TestFixture]
public sealed class ByteBufferMemoryTests
{
    [Test]
    public void Every_access_outside_the_buffer_throws([Values(0, 1, 3, 4, 7, 8, 9)] int length, [Values(int.MinValue, -8, -1, 0, 1, 8, int.MaxValue)] int index)
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
    public void A_buffer_over_part_of_an_array_ends_with_that_part_and_cannot_grow()
    {
        byte[] array = Enumerable.Range(0, 16).Select(i => (byte)i).ToArray();
        ByteBuffer buffer = new(array.AsMemory(4, 6));
        Assert.That((buffer.Position, buffer.Length), Is.EqualTo((4, 10)));
        Assert.That(buffer.ToSizedArray(), Is.EqualTo(array[4..10]));
        Assert.That(() => buffer.GetInt(7), Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains("10 bytes"));
        Assert.That(() => buffer.GrowFront(100), Throws.InvalidOperationException);
        buffer.Reset(new ArraySegment<byte>(array, 12, 4));
        Assert.That(buffer.ToSizedReadOnlySpan().ToArray(), Is.EqualTo(array[12..]));
    }

    [Test]
    public void Memory_that_is_not_backed_by_an_array_is_rejected_and_the_buffer_is_unchanged()
    {
        using UnmanagedMemory owner = new([1, 2, 3, 4]);
        ByteBuffer buffer = new([5, 6]);
        Assert.Multiple(() =>
        {
            Assert.That(() => new ByteBuffer(owner.Memory), Throws.ArgumentException.With.Message.Contains("not part of an array"));
            Assert.That(() => buffer.Reset(owner.Memory), Throws.ArgumentException.With.Message.Contains("not part of an array"));
            Assert.That(buffer.ToFullArray(), Is.EqualTo(new byte[] { 5, 6 }));
            Assert.That(() => new ByteBuffer(default(ArraySegment<byte>)), Throws.ArgumentNullException);
            Assert.That(new ByteBuffer(ReadOnlyMemory<byte>.Empty).Length, Is.Zero, "no memory at all is an empty buffer");
        });
    }

    [Test]
    public void An_array_with_more_padding_than_an_array_can_have_is_an_OverflowException()
    {
        ByteBuffer buffer = new(8);
        Assert.That(() => buffer.ToArrayPadded<byte>(0, 8, int.MaxValue, 0), Throws.TypeOf<OverflowException>());
        Assert.That(() => buffer.ToSizedArrayPadded(0, int.MaxValue), Throws.TypeOf<OverflowException>());
    }
}
