using System;
using System.Buffers.Binary;
using System.Text;
using Game;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers;

/// <summary>
/// Tests strings of all lengths for which the vectorized and the scalar code differ, with ASCII only and with another character at each position.
/// </summary>
[TestFixture]
public sealed class StringTests
{
    private const int Longest = 70;

    [Test]
    public void A_string_of_any_length_round_trips_as_UTF8([Range(0, Longest)] int length)
    {
        char[] characters = new char[length];
        for (int i = 0; i < length; i++)
        {
            characters[i] = (char)(1 + (i * 7 % 0x7F));
        }

        AssertRoundTrip(new string(characters));
        foreach (char other in "\u0080\u00FF\u07FF\u20AC\uFFFD")
        {
            for (int i = 0; i < length; i++)
            {
                char[] changed = (char[])characters.Clone();
                changed[i] = other;
                AssertRoundTrip(new string(changed));
            }
        }
    }

    [Test]
    public void An_invalid_UTF8_byte_at_any_position_becomes_a_replacement_character([Range(1, Longest)] int length)
    {
        FlatBufferBuilder builder = new(16);
        string text = new('a', length);
        builder.Finish(TestPacket.CreateTestPacket(builder, builder.CreateString(text), 1).Value);
        byte[] bytes = builder.SizedByteArray();
        int start = bytes.AsSpan().IndexOf(Encoding.UTF8.GetBytes(text));
        for (int i = 0; i < length; i++)
        {
            bytes[start + i] = 0xFF;
            Assert.That(TestPacket.GetRootAsTestPacket(new ByteBuffer(bytes)).Msg, Is.EqualTo($"{text[..i]}\uFFFD{text[(i + 1)..]}"));
            bytes[start + i] = (byte)'a';
        }
    }

    private static void AssertRoundTrip(string text)
    {
        FlatBufferBuilder builder = new(16);
        builder.Finish(TestPacket.CreateTestPacket(builder, builder.CreateString(text), 255).Value);
        byte[] bytes = builder.SizedByteArray();
        TestPacket packet = TestPacket.GetRootAsTestPacket(new ByteBuffer(bytes));
        byte[] utf8 = Encoding.UTF8.GetBytes(text);
        int start = bytes.Length - ((utf8.Length + sizeof(int)) / sizeof(int) * sizeof(int));
        Assert.That(packet.Msg, Is.EqualTo(text));
        Assert.That((BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(start - sizeof(int))), packet.Number), Is.EqualTo((utf8.Length, 255)));
        Assert.That(bytes.AsSpan(start, utf8.Length).SequenceEqual(utf8));
        Assert.That(bytes.AsSpan(start + utf8.Length).IndexOfAnyExcept((byte)0), Is.Negative, "what ends and pads the text is zero");
    }
}
