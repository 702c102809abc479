using System;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers;

[TestFixture]
public sealed class ByteBufferTests
{
    [Test]
    public void Numbers_are_little_endian_and_are_read_back()
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
    [WrongInPackage("truncating throws System.Exception.")]
    public void Growing_moves_the_content_to_the_end_and_never_truncates()
    {
        ByteBuffer buffer = new([1, 2, 3, 4]);
        buffer.GrowFront(8);
        Assert.That(buffer.ToFullArray(), Is.EqualTo(new byte[] { 0, 0, 0, 0, 1, 2, 3, 4 }));
        Assert.That(() => buffer.GrowFront(2), Throws.InvalidOperationException.With.Message.Contains('8').And.Message.Contains('2'));
    }

    [Test]
    public void Arrays_are_written_before_an_index_and_can_be_read_with_padding()
    {
        ByteBuffer buffer = new(16);
        Assert.That(buffer.Put(12, [1, 2]), Is.EqualTo(4));
        int[] padded = [0, 1, 2, 0, 0];
        Assert.That(buffer.ToArrayPadded<int>(4, 8, 4, 8), Is.EqualTo(padded));
        Assert.That(() => buffer.Put(4, [1, 2]), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => buffer.ToArray<int>(0, 5), Throws.ArgumentException.With.Message.Contains('5'));
        Assert.That(() => buffer.Put(12, Array.Empty<int>()), Throws.ArgumentException);
    }

    // The table is at offset 0. Its vtable at offset 4 has one field.
    [TestCase(int.MaxValue)]
    [TestCase(int.MaxValue - 1)]
    [TestCase(65536 + 4)]
    [TestCase(6)]
    public void A_field_outside_the_vtable_has_no_offset(int entry)
    {
        Table table = new(0, new ByteBuffer([0xFC, 0xFF, 0xFF, 0xFF, 6, 0, 8, 0, 4, 0]));
        Assert.That((table.__offset(4), table.__offset(entry)), Is.EqualTo((4, 0)));
    }

    [Test]
    public void A_string_whose_offset_is_0_reads_as_null()
    {
        byte[] bytes = [0, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, (byte)'a', 0, 0, 0];
        ByteBuffer buffer = new(bytes);
        Table table = new(8, buffer);
        Assert.That((table.__string(0), table.__string(4)), Is.EqualTo(((string?)null, "a")));
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
}
