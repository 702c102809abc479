using System;
using System.Linq;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers;

/// <summary>Tests two builders that alternately use one buffer. Each message equals that of a builder with its own buffer.</summary>
[TestFixture]
public sealed class SharedBufferTests
{
    private const int Rounds = 3_000;

    [Test]
    public void A_builder_writes_into_the_array_that_the_other_one_grew()
    {
        ByteBuffer buffer = new(16);
        FlatBufferBuilder first = new(buffer);
        FlatBufferBuilder second = new(buffer);
        AssertBuilds(first, 1);
        AssertBuilds(second, 1_000);
        AssertBuilds(first, 2);
        AssertBuilds(first, 1_000);
        AssertBuilds(second, 3);
        AssertBuilds(first, 5_000);
    }

    [Test]
    [WrongInPackage("it writes where the array ended before.")]
    public void An_unused_builder_needs_no_Clear_after_another_builder_used_the_buffer()
    {
        ByteBuffer buffer = new(16);
        FlatBufferBuilder first = new(buffer);
        FlatBufferBuilder second = new(buffer);
        second.AddLong(1);
        second.DataBuffer.GrowFront(100);
        first.AddInt(7);
        Assert.That(buffer.ToArray(buffer.Length - 4, 4), Is.EqualTo(new byte[] { 7, 0, 0, 0 }));
    }

    [Test]
    public void Creating_a_second_builder_does_not_disturb_the_first()
    {
        ByteBuffer buffer = new(16);
        FlatBufferBuilder first = new(buffer);
        first.AddLong(1);
        _ = new FlatBufferBuilder(buffer);
        first.AddLong(2);
        Assert.That(buffer.ToArray(0, 16), Is.EqualTo(new byte[] { 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 }));
    }

    [Test]
    public void Builders_that_share_a_buffer_write_the_same_bytes_as_builders_with_own_buffers([Values(1, 2, 3)] int builders)
    {
        int seed = Environment.TickCount & int.MaxValue;
        TestContext.Out.WriteLine($"seed {seed}");
        Random random = new(seed);
        ByteBuffer buffer = new(1);
        FlatBufferBuilder[] sharing = [.. Enumerable.Range(0, builders).Select(_ => new FlatBufferBuilder(buffer))];
        for (int round = 0; round < Rounds; round++)
        {
            FlatBufferBuilder builder = sharing[random.Next(sharing.Length)];
            switch (random.Next(20))
            {
                case 0:
                    buffer.GrowFront(buffer.Length + random.Next(100));
                    break;
                case 1 when buffer.Length > 1 << 16:
                    buffer = new ByteBuffer(random.Next(1, 64));
                    sharing = [.. sharing.Select(_ => new FlatBufferBuilder(buffer))];
                    break;
                case 2:
                    buffer.Position = random.Next(buffer.Length + 1);
                    break;
                case 3:
                    sharing[random.Next(sharing.Length)] = new FlatBufferBuilder(buffer);
                    break;
                default:
                    int message = random.Next();
                    FlatBufferBuilder own = new(random.Next(1, 200));
                    BuildRandom(own, new Random(message));
                    builder.Clear();
                    BuildRandom(builder, new Random(message));
                    Assert.That(builder.SizedByteArray().AsSpan().SequenceEqual(own.SizedByteArray()), Is.True, $"seed {seed}, round {round}");
                    break;
            }
        }
    }

    private static void AssertBuilds(FlatBufferBuilder builder, int longs)
    {
        builder.Clear();
        for (int i = 0; i < longs; i++)
        {
            builder.AddLong(i);
        }

        Assert.That(builder.Offset, Is.EqualTo(8 * longs));
        ByteBuffer bytes = builder.DataBuffer;
        Assert.That(
            bytes.ToArray<long>(bytes.Length - builder.Offset, builder.Offset),
            Is.EqualTo(Enumerable.Range(0, longs).Reverse().Select(i => (long)i)));
    }

    private static void BuildRandom(FlatBufferBuilder builder, Random random)
    {
        int root = 0;
        for (int tables = random.Next(1, 8); tables > 0; tables--)
        {
            int text = builder.CreateString(new string((char)random.Next('a', 0x100), random.Next(100))).Value;
            int shared = builder.CreateSharedString(random.Next(2) == 0 ? "same" : "other").Value;
            builder.StartVector(sizeof(long), 3, sizeof(long));
            builder.Add(new[] { (long)random.Next(), 2, 3 });
            int vector = builder.EndVector().Value;
            int fields = random.Next(5, 30);
            builder.StartTable(fields);
            builder.AddOffset(0, text, 0);
            builder.AddOffset(1, shared, 0);
            builder.AddOffset(2, vector, 0);
            builder.AddOffset(3, root, 0);
            builder.AddByte(random.Next(4, fields), 1, 0);
            root = builder.EndTable();
        }

        if (random.Next(2) == 0)
        {
            builder.Finish(root);
        }
        else
        {
            builder.FinishSizePrefixed(root, "ABCD");
        }
    }
}
