using Codec.Compat;

namespace Codec.Tests.GeneratedCode;

internal sealed class GeneratedWriterTests
{
    private const int LongestText = 200;
    private const int Slot = 0;
    private const int Start = 4;
    private const byte Untouched = 0xA5;

    // Characters at the limits of the UTF-8 lengths, unpaired surrogates, a surrogate pair, and surrogates in the wrong order.
    [TestCase("\u0080")]
    [TestCase("\u07FF")]
    [TestCase("\u0800")]
    [TestCase("\uFFFF")]
    [TestCase("\uD800")]
    [TestCase("\uDFFF")]
    [TestCase("\uDBFF\uDFFF")]
    [TestCase("\uDC00\uD800")]
    public void A_string_with_a_non_ascii_character_at_any_position_is_written_as_UTF8(string other)
    {
        for (int length = 0; length <= LongestText; length++)
        {
            string ascii = Ascii(length);
            for (int place = 0; place <= length; place++)
            {
                AssertText(ascii.Insert(place, other));
            }
        }
    }

    [Test]
    public void An_ascii_string_is_written_as_UTF8()
    {
        for (int length = 0; length <= LongestText; length++)
        {
            AssertText(Ascii(length));
            AssertText(new string('\u007F', length));
            AssertText(new string('\0', length));
        }
    }

    [Test]
    public void A_maximum_size_above_2_GiB_is_not_reported_as_the_size()
    {
        Assert.That(GeneratedWriter.CheckSize(int.MaxValue, "Chat"), Is.EqualTo(int.MaxValue));
        Assert.That(
            () => GeneratedWriter.CheckSize(2_250_000_000, "Chat"),
            Throws.InvalidOperationException.With.Message.EqualTo("The payload Chat can take up to 2250000000 bytes; at most 2147483647 are allowed."));
    }

    [Test]
    public void A_list_of_any_length_is_written_as_any_vector()
    {
        for (int count = 0; count <= 40; count++)
        {
            AssertVector([.. Enumerable.Range(0, count).Select(i => (byte)(0xFF - i))], 4);
            AssertVector([.. Enumerable.Range(0, count).Select(i => (ushort)(0xFFFF - i))], 4);
            AssertVector([.. Enumerable.Range(0, count).Select(i => ulong.MaxValue - (ulong)i)], 8);
        }
    }

    private static void AssertVector<T>(FieldList<T> list, int alignment)
        where T : unmanaged
    {
        byte[] expected = [.. Enumerable.Repeat(Untouched, 512)];
        byte[] actual = [.. expected];
        int end = GeneratedWriter.Vector(ref expected[0], Start, expected.Length, Slot, list.AsSpan(), alignment);
        Assert.That(GeneratedWriter.VectorThatFits(ref actual[0], Start, Slot, GeneratedWriter.Elements(list), alignment), Is.EqualTo(end));
        Assert.That(actual.Take(end), Is.EqualTo(expected.Take(end)), $"{list.Count} elements");
        Assert.That(actual.Skip(end + GeneratedWriter.BlockSize), Is.All.EqualTo(Untouched), $"{list.Count} elements");
    }

    private static string Ascii(int length) => new([.. Enumerable.Range(0, length).Select(i => (char)(' ' + (i % 95)))]);

    // Writes the text to memory that ends with it, and to memory with enough space for the longest text with the same number of characters.
    private static void AssertText(string text)
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(text);
        if (Utf8Text.GetString(utf8) != Encoding.UTF8.GetString(utf8))
        {
            Assert.Fail($"{text.Length} characters are not read.");
        }

        byte[] expected = [4, 0, 0, 0, (byte)utf8.Length, (byte)(utf8.Length >> 8), 0, 0, .. utf8, .. new byte[4 - (utf8.Length % 4)]];
        int end = Start + (int)GeneratedWriter.MaxTextSize(text);
        AssertText(text, expected, expected.Length);
        AssertText(text, expected, end);
        byte[] memory = new byte[expected.Length];
        if (GeneratedWriter.Text(ref memory[0], Start, expected.Length - 1, Slot, text, fits: false) != -1)
        {
            Assert.Fail($"A byte is missing for {text.Length} characters.");
        }
    }

    private static void AssertText(string text, byte[] expected, int end)
    {
        byte[] memory = [.. Enumerable.Repeat(Untouched, end + 32)];
        int next = GeneratedWriter.Text(ref memory[0], Start, end, Slot, text, fits: false);
        if (next != expected.Length || !memory.Take(next).SequenceEqual(expected) || memory.Skip(end).Any(value => value != Untouched))
        {
            Assert.Fail($"{text.Length} characters up to {end}: next {next} of {expected.Length}, {string.Join(" ", memory.Take(next).Select(value => value.ToString("X2", null)))}");
        }
    }
}
