using System;
using Codec.Tests.Doubles;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

[TestFixture]
public sealed class PooledFlatBufferBuilderTests
{
    [Test]
    public void Every_array_is_returned_to_the_pool_once()
    {
        CountingPool pool = new();
        using (PooledFlatBufferBuilder builder = new(pool, 16, headroom: 4))
        {
            for (int i = 0; i < 3; i++)
            {
                builder.Clear();
                builder.CreateString(new string('x', 5000));
                Assert.That(pool.Outstanding, Is.EqualTo(1));
            }

            builder.Dispose();
        }

        Assert.That(pool.Outstanding, Is.Zero);
        Assert.That(pool.Rents, Is.GreaterThan(1));
    }

    [Test]
    public void A_message_contains_no_earlier_bytes_of_the_pooled_array()
    {
        using PooledFlatBufferBuilder builder = new(new CountingPool(), 1);
        builder.AddByte(1);
        builder.AddLong(2);
        Assert.That(builder.DataBuffer.ToArray(builder.DataBuffer.Length - 16, 16), Is.EqualTo(new byte[] { 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 }));
    }

    [Test]
    public void Writing_and_reading_throw_after_dispose()
    {
        PooledFlatBufferBuilder builder = new(64);
        builder.AddInt(1);
        ByteBuffer buffer = builder.DataBuffer;
        builder.Dispose();
        Assert.Multiple(() =>
        {
            Assert.That(() => builder.AddInt(1), Throws.InstanceOf<ObjectDisposedException>());
            Assert.That(() => builder.CreateString("a"), Throws.InstanceOf<ObjectDisposedException>());
            Assert.That(() => buffer.Get(0), Throws.InstanceOf<ArgumentOutOfRangeException>());
        });
    }

    [Test]
    public void Growing_to_a_megabyte_allocates_nothing_after_the_first_time()
    {
        byte[] block = new byte[1000];
        using PooledFlatBufferBuilder builder = new(64);
        Grow(builder, block);
        builder.Reset();
        long before = GC.GetAllocatedBytesForCurrentThread();
        Grow(builder, block);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    [Test]
    public void Reset_returns_the_large_array_and_uses_a_small_one()
    {
        CountingPool pool = new();
        using PooledFlatBufferBuilder builder = new(pool, 64, headroom: 4);
        int small = builder.DataBuffer.Length;
        Grow(builder, new byte[1000]);
        builder.Reset();
        builder.AddInt(7);
        builder.Finish(builder.Offset);
        Assert.Multiple(() =>
        {
            Assert.That(pool.Outstanding, Is.EqualTo(1));
            Assert.That((builder.DataBuffer.Length, builder.Headroom), Is.EqualTo((small, 4)));
            Assert.That(builder.SizedByteArray(), Is.EqualTo(new byte[] { 4, 0, 0, 0, 7, 0, 0, 0 }));
        });
        builder.Dispose();
        Assert.That(builder.Reset, Throws.InstanceOf<ObjectDisposedException>());
    }

    [Test]
    public void A_builder_whose_pool_failed_during_Reset_works_again_when_the_pool_does()
    {
        CountingPool pool = new();
        PooledFlatBufferBuilder builder = new(pool, 64);
        builder.AddInt(1);
        pool.RentsUntilFailure = 0;
        Assert.That(builder.Reset, Throws.InstanceOf<InsufficientMemoryException>());
        Assert.Multiple(() =>
        {
            Assert.That((builder.DataBuffer.Length, builder.Offset, pool.Outstanding), Is.EqualTo((0, 0, 0)));
            Assert.That(() => builder.AddInt(1), Throws.InstanceOf<InsufficientMemoryException>());
        });

        pool.RentsUntilFailure = int.MaxValue;
        builder.AddInt(7);
        builder.Finish(builder.Offset);
        Assert.That(builder.SizedByteArray(), Is.EqualTo(new byte[] { 4, 0, 0, 0, 7, 0, 0, 0 }));
        builder.Reset();
        Assert.That(pool.Outstanding, Is.EqualTo(1));
        builder.Dispose();
        Assert.That(pool.Outstanding, Is.Zero);
        Assert.That(() => builder.AddInt(1), Throws.InstanceOf<ObjectDisposedException>());
    }

    private static void Grow(PooledFlatBufferBuilder builder, byte[] block)
    {
        while (builder.Offset < 1_000_000)
        {
            builder.Add(block);
        }
    }
}
