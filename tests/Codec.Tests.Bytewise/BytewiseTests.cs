using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using Codec.Tests.Golden;
using Coverage.Shared;
using Game.Samples;
using Google.FlatBuffers;
using Google.FlatBuffers.Compat;
using NUnit.Framework;

namespace Codec.Tests.Bytewise;

/// <summary>Tests that this build uses the code path of big-endian hosts, and that it reads and writes the golden bytes.</summary>
[TestFixture]
public sealed class BytewiseTests
{
    private const int PacketHeaderSize = 4;

    private static readonly int[] Numbers = [0x01020304, -2];

    private static IEnumerable<GameMessage> Messages => GameMessages.All;

    [Test]
    public void This_build_uses_the_big_endian_code_path() => Assert.That(HostOrder.IsLittleEndian, Is.False);

    [TestCaseSource(nameof(Messages))]
    public void Messages_have_the_golden_bytes(object message)
    {
        GameMessage sample = (GameMessage)message;
        FlatBufferBuilder builder = new(1);
        sample.Build(builder);
        Assert.That(builder.SizedByteArray(), Is.EqualTo(GoldenFiles.ReadBytes(sample.Name + ".bin")[PacketHeaderSize..]));
    }

    [Test]
    public void Vectors_are_written_in_little_endian_order_by_every_method()
    {
        byte[] expected = [2, 0, 0, 0, 4, 3, 2, 1, 0xFE, 0xFF, 0xFF, 0xFF];
        Assert.Multiple(() =>
        {
            Assert.That(Vector(builder => builder.Add(Numbers)), Is.EqualTo(expected), "an array");
            Assert.That(Vector(builder => builder.Add(new ArraySegment<int>(Numbers))), Is.EqualTo(expected), "a segment");
            Assert.That(Vector(builder => builder.Add(Numbers.AsSpan())), Is.EqualTo(expected), "a span");
            Assert.That(Vector(AddFromMemory), Is.EqualTo(expected), "memory");
            Assert.That(Vector(builder => builder.Put(Numbers)), Is.EqualTo(expected), "put");
        });
    }

    [Test]
    public void A_span_of_a_vector_is_a_copy_in_host_byte_order()
    {
        FlatBufferBuilder builder = new(64);
        builder.StartVector(sizeof(int), Numbers.Length, sizeof(int));
        builder.Add(Numbers);
        int vector = builder.EndVector().Value;
        builder.StartTable(1);
        builder.AddOffset(0, vector, 0);
        builder.Finish(builder.EndTable());
        byte[] bytes = builder.SizedByteArray();
        ByteBuffer buffer = new((byte[])bytes.Clone());
        Table table = new(buffer.GetInt(0), buffer);

        Span<int> span = table.__vector_as_span<int>(4, sizeof(int));
        Assert.That(span.ToArray(), Is.EqualTo(Numbers));
        span.Clear();

        Assert.That(buffer.ToFullArray(), Is.EqualTo(bytes));
        Assert.That(table.__vector_as_array<int>(4), Is.EqualTo(Numbers));
        Assert.That(table.__vector_as_span<float>(4, sizeof(float)).Length, Is.EqualTo(2));
        Assert.That(() => table.__vector_as_span<PointBytes>(4, Unsafe.SizeOf<PointBytes>()).Length, Throws.InstanceOf<PlatformNotSupportedException>());
    }

    [Test]
    public void Vectors_of_64_bit_enums_round_trip([Values(1, 2, 3)] int count)
    {
        FlatBufferBuilder builder = new(64);
        Wide[] values = new Wide[count];
        Array.Fill(values, Wide.First | Wide.Last);
        builder.StartVector(sizeof(ulong), count, sizeof(ulong));
        builder.Add(values);
        int vector = builder.DataBuffer.Length - builder.EndVector().Value;
        Assert.That(builder.DataBuffer.GetUlong(vector + sizeof(int)), Is.EqualTo((ulong)values[0]));
        Assert.That(builder.DataBuffer.ToArray<Wide>(vector + sizeof(int), count * sizeof(ulong)), Is.EqualTo(values));
    }

    private static byte[] Vector(Action<FlatBufferBuilder> add)
    {
        FlatBufferBuilder builder = new(64);
        builder.StartVector(sizeof(int), Numbers.Length, sizeof(int));
        add(builder);
        builder.EndVector();
        return builder.DataBuffer.ToArray(builder.DataBuffer.Length - builder.Offset, builder.Offset);
    }

    private static unsafe void AddFromMemory(FlatBufferBuilder builder)
    {
        fixed (int* first = Numbers)
        {
            builder.Add<int>((IntPtr)first, Numbers.Length * sizeof(int));
        }
    }

    private readonly record struct PointBytes(float X, float Y);
}
