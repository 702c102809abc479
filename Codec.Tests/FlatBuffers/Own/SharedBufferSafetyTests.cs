using System;
using System.Linq;
using Codec.Tests.Doubles;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>
/// Tests that builders never write out of range. A builder caches its buffer's array, while the buffer and its allocator can change.
/// </summary>
[TestFixture]
public sealed class SharedBufferSafetyTests
{
    private const int Rounds = 300;
    private const int Calls = 300;

    [Test]
    public void If_the_allocator_fails_to_grow_the_builder_throws_and_works_again_after_Clear(
        [Values] MisbehavingAllocator.Growth growth, [Values(0, 5)] int headroom)
    {
        MisbehavingAllocator allocator = new(16);
        FlatBufferBuilder builder = new(new ByteBuffer(allocator, 0), headroom);
        allocator.Next = growth;
        bool grows = growth is MisbehavingAllocator.Growth.AsAsked or MisbehavingAllocator.Growth.MoreThanAsked;
        for (int i = 0; i < 100; i++)
        {
            void Add() => builder.AddLong(-1);
            if (grows || builder.DataBuffer.Length - builder.Offset - 8 >= headroom)
            {
                Add();
            }
            else
            {
                Assert.That(Add, growth == MisbehavingAllocator.Growth.Throwing ? Throws.InstanceOf<NotSupportedException>() : Throws.InvalidOperationException);
            }

            Assert.That(allocator.IsIntact(), Is.True);
        }

        allocator.Next = MisbehavingAllocator.Growth.AsAsked;
        allocator.Set(16);
        builder.Clear();
        for (int i = 0; i < 100; i++)
        {
            builder.AddLong(i);
        }

        Assert.That(
            builder.DataBuffer.ToArray<long>(builder.DataBuffer.Length - 800, 800), Is.EqualTo(Enumerable.Range(0, 100).Reverse().Select(i => (long)i)));
    }

    [Test]
    public void Creating_another_builder_over_the_buffer_does_not_move_a_finished_message()
    {
        FlatBufferBuilder builder = new(64);
        builder.AddInt(7);
        builder.Finish(builder.Offset);
        byte[] message = builder.SizedByteArray();
        FlatBufferBuilder other = new(builder.DataBuffer);
        Assert.That((builder.IsFinished, other.IsFinished, other.Offset), Is.EqualTo((true, false, 0)));
        Assert.That(builder.SizedByteArray(), Is.EqualTo(message));
    }

    [Test]
    public void The_builder_follows_an_allocator_that_the_caller_grows()
    {
        MisbehavingAllocator allocator = new(16);
        FlatBufferBuilder builder = new(new ByteBuffer(allocator, 0));
        builder.AddInt(1);
        allocator.GrowFront(64);
        builder.AddInt(2);
        Assert.That((builder.DataBuffer.GetInt(56), builder.DataBuffer.GetInt(60)), Is.EqualTo((2, 1)));
        Assert.That(allocator.IsIntact(), Is.True);
    }

    [Test]
    public void A_builder_throws_if_its_allocator_calls_it_while_growing()
    {
        MisbehavingAllocator allocator = new(8);
        FlatBufferBuilder builder = new(new ByteBuffer(allocator, 0));
        builder.AddInt(1);
        allocator.Growing = () => builder.AddByte(9);
        Assert.That(() => builder.AddLong(2), Throws.InvalidOperationException.With.Message.Contains("allocator"));
        allocator.Growing = builder.Clear;
        Assert.That(() => builder.CreateString("a text that does not fit"), Throws.InvalidOperationException.With.Message.Contains("allocator"));
        Assert.That(allocator.IsIntact(), Is.True);
    }

    [Test]
    public void A_pooled_array_is_not_written_after_it_was_returned()
    {
        CountingPool pool = new();
        PooledFlatBufferBuilder pooled = new(pool, 64);
        byte[] array = pooled.DataBuffer.ToArraySegment(0, 1).Array!;
        FlatBufferBuilder second = new(pooled.DataBuffer);
        FlatBufferBuilder third = new(pooled.DataBuffer.Duplicate());
        second.AddInt(1);
        pooled.Dispose();
        byte[] returned = (byte[])array.Clone();
        Assert.Multiple(() =>
        {
            Assert.That(() => second.AddInt(2), Throws.InvalidOperationException.With.Message.Contains("Another builder"));
            Assert.That(() => second.PutByte(2), Throws.InvalidOperationException);
            Assert.That(second.Clear, Throws.Nothing);
            Assert.That(() => second.AddInt(2), Throws.InstanceOf<ObjectDisposedException>());
            Assert.That(() => second.PutByte(2), Throws.InstanceOf<ArgumentOutOfRangeException>());
            Assert.That(() => third.AddInt(2), Throws.InstanceOf<ObjectDisposedException>());
            Assert.That(array, Is.EqualTo(returned));
            Assert.That(pool.Outstanding, Is.Zero);
        });
    }

    [Test]
    public void A_builder_over_part_of_an_array_writes_nothing_outside_that_part([Values(0, 4)] int headroom)
    {
        byte[] array = new byte[64];
        array.AsSpan().Fill(0xCC);
        ByteBuffer buffer = new(new ArraySegment<byte>(array, 20, 24));
        FlatBufferBuilder builder = new(buffer, headroom);
        Assert.That(() => AddLongs(builder), Throws.InvalidOperationException);
        Assert.That(builder.Offset, Is.EqualTo(headroom == 0 ? 24 : 16));
        Assert.That(() => builder.Put(new byte[9]), Throws.InstanceOf<ArgumentOutOfRangeException>());
        buffer.Reset(new ArraySegment<byte>(array, 44, 10));
        builder.Clear();
        Assert.That(() => AddLongs(builder), Throws.InvalidOperationException);
        Assert.That(new FlatBufferBuilder(buffer, int.MaxValue).TryGetFinished(0, out _), Is.False);
        Assert.That(array.AsSpan(0, 20).IndexOfAnyExcept((byte)0xCC), Is.Negative);
        Assert.That(array.AsSpan(54).IndexOfAnyExcept((byte)0xCC), Is.Negative);
    }

    [Test]
    public void A_builder_over_part_of_an_array_shows_no_bytes_before_that_part()
    {
        byte[] array = [9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0];
        ByteBuffer buffer = new(new ArraySegment<byte>(array, 8, 8));
        FlatBufferBuilder builder = new(buffer);
        builder.AddInt(1);
        Assert.That(builder.SizedByteArray(), Is.EqualTo((byte[])[0, 0, 0, 0, 1, 0, 0, 0]));
        buffer.Position = 12;
        builder.Clear();
        Assert.That(builder.SizedReadOnlySpan().Length, Is.EqualTo(8));
    }

    [Test]
    public void Put_does_not_write_an_array_into_the_headroom()
    {
        FlatBufferBuilder builder = new(8, 8);
        Assert.That(() => builder.Put(new byte[9]), Throws.InstanceOf<ArgumentOutOfRangeException>());
        builder.Put(new byte[8]);
        Assert.That(builder.Offset, Is.EqualTo(8));
    }

    [Test]
    public void A_builder_requires_Clear_after_another_builder_used_its_buffer()
    {
        ByteBuffer buffer = new(64);
        FlatBufferBuilder first = new(buffer);
        FlatBufferBuilder second = new(buffer);
        first.StartTable(0);
        first.Finish(first.EndTable());
        Assert.That(first.IsFinished, Is.True);
        second.AddInt(1);
        Assert.Multiple(() =>
        {
            Assert.That(first.IsFinished, Is.False);
            Assert.That(first.TryGetFinished(0, out _), Is.False);
            Assert.That(() => first.StartTable(0), Throws.InvalidOperationException.With.Message.Contains("Another builder"));
        });
        first.Clear();
        Assert.That(() => first.StartTable(0), Throws.Nothing);
    }

    [Test]
    public void A_finished_builder_writes_nothing_into_its_headroom()
    {
        using PooledFlatBufferBuilder builder = new(64, 100);
        builder.StartTable(0);
        builder.Finish(builder.EndTable());
        byte[] message = builder.SizedByteArray();
        Assert.That(() => builder.AddInt(5), Throws.InvalidOperationException.With.Message.Contains("finished"));
        Assert.That(builder.TryGetFinished(100, out ArraySegment<byte> segment), Is.True);
        Assert.That(segment.ToArray()[100..], Is.EqualTo(message));
    }

    [Test]
    public void A_builder_whose_message_is_lost_writes_nothing_after_its_buffer_was_reset()
    {
        MisbehavingAllocator allocator = new(64);
        ByteBuffer buffer = new(allocator, 0);
        FlatBufferBuilder first = new(buffer);
        first.AddInt(1);
        FlatBufferBuilder second = new(new ByteBuffer(allocator, 0));
        second.AddInt(2);
        buffer.Reset(new ArraySegment<byte>(new byte[64]));
        Assert.That(() => first.AddInt(1), Throws.InvalidOperationException.With.Message.Contains("Another builder"));
    }

    // The builds for netstandard check every array index, so an access that is out of range throws. In other builds, it ends the process or changes
    // bytes that the test compares.
    [Test]
    public void Random_calls_of_every_member_stay_inside_of_the_buffer()
    {
        int seed = Environment.TickCount & int.MaxValue;
        TestContext.Out.WriteLine($"seed {seed}");
        for (int round = 0; round < Rounds; round++)
        {
            new RandomCalls(new Random(seed + round)).Run(Calls, $"seed {seed}, round {round}");
        }
    }

    private static void AddLongs(FlatBufferBuilder builder)
    {
        for (int i = 0; i < 100; i++)
        {
            builder.AddLong(0x0102030405060708);
        }
    }
}
