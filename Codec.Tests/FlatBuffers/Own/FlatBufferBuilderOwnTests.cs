using System;
using System.Buffers.Binary;
using Codec.Tests.Golden;
using Game;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>
/// Tests the members that the package's builder does not have: strings from spans, space before the data, and spans of finished data.
/// </summary>
[TestFixture]
public sealed class FlatBufferBuilderOwnTests
{
    [TestCase("")]
    [TestCase("abc")]
    [TestCase("abcd")]
    [TestCase("h\u00e9llo \ud83d\ude00")]
    [TestCase("lone \ud800 half")]
    public void A_string_a_span_and_UTF8_bytes_create_the_same_string(string text)
    {
        byte[] utf8 = System.Text.Encoding.UTF8.GetBytes(text);
        byte[] expected = Bytes(b => b.CreateString(text));
        Assert.Multiple(() =>
        {
            Assert.That(expected.AsSpan(4, utf8.Length).ToArray(), Is.EqualTo(utf8));
            Assert.That(BinaryPrimitives.ReadInt32LittleEndian(expected), Is.EqualTo(utf8.Length));
            Assert.That(expected.AsSpan(4 + utf8.Length).ToArray(), Is.Not.Empty.And.All.Zero);
            Assert.That(Bytes(b => b.CreateString(text.AsSpan())), Is.EqualTo(expected));
            Assert.That(Bytes(b => b.CreateUTF8String((ReadOnlySpan<byte>)utf8)), Is.EqualTo(expected));
            Assert.That(Bytes(b => b.CreateUTF8String(utf8)), Is.EqualTo(expected));
        });
        Assert.That(new FlatBufferBuilder(1).CreateString((string?)null).Value, Is.Zero);
    }

    [Test]
    public void Headroom_stays_free_while_the_buffer_grows([Values(0, 4, 100)] int headroom)
    {
        FlatBufferBuilder builder = new(1, headroom);
        builder.Finish(TestPacket.CreateTestPacket(builder, builder.CreateString("This is a message!"), 255).Value);
        Assert.That(builder.DataBuffer.Position, Is.GreaterThanOrEqualTo(headroom));
        Assert.That(builder.Headroom, Is.EqualTo(headroom));
        Assert.That(builder.SizedByteArray(), Is.EqualTo(GoldenFiles.ReadBytes("test_packet.bin")[4..]));
        Assert.That(builder.SizedReadOnlySpan().ToArray(), Is.EqualTo(builder.SizedByteArray()));
        Assert.That(builder.IsFinished, Is.True);
    }

    [Test]
    public void Headroom_that_is_negative_or_too_large_is_rejected()
    {
        Assert.That(() => new FlatBufferBuilder(1, -1), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(
            () => new FlatBufferBuilder(int.MaxValue, 1),
            Throws.InstanceOf<ArgumentOutOfRangeException>().With.Property("ParamName").EqualTo("headroom").And.Message.Contains("2147483647"));
        Assert.That(() => new PooledFlatBufferBuilder(2, int.MaxValue), Throws.InstanceOf<ArgumentOutOfRangeException>());
    }

    [Test]
    public void A_call_that_does_not_fit_does_not_change_the_alignment_of_the_message()
    {
        FlatBufferBuilder builder = new(new ByteBuffer(new ArraySegment<byte>(new byte[64], 0, 24)));
        builder.StartTable(0);
        int table = builder.EndTable();
        Assert.That(() => builder.Prep(32, 30), Throws.InvalidOperationException);
        builder.Finish(table);
        Assert.That(builder.SizedByteArray(), Has.Length.EqualTo(12));
    }

    private static byte[] Bytes(Func<FlatBufferBuilder, StringOffset> create)
    {
        FlatBufferBuilder builder = new(1);
        int size = create(builder).Value;
        return builder.DataBuffer.ToArray(builder.DataBuffer.Length - size, size);
    }
}
