namespace Codec.Tests.Cli.Payloads;

internal sealed class TextLineTests
{
    [TestCase("plain", "\"plain\"")]
    [TestCase("\u001b[31m\0\u0007", "\"\\u001b[31m\\u0000\\u0007\"")]
    [TestCase("a\tb\r\nc", "\"a\\tb\\r\\nc\"")]
    [TestCase("\u202Eback\u2028", "\"\\u202eback\\u2028\"")]
    [TestCase("\u009b1m", "\"\\u009b1m\"")]
    [TestCase("é 日本 🎮", "\"é 日本 🎮\"")]
    [TestCase("say \"no\" \\", "\"say \\\"no\\\" \\\\\"")]
    [TestCase("\U000E0041", "\"\\U000e0041\"")]
    public void Text_from_the_wire_cannot_control_the_terminal(string text, string expected)
    {
        TextLine line = new();
        line.AppendQuoted(Encoding.UTF8.GetBytes(text));
        Assert.That(Encoding.UTF8.GetString(line.Finish()), Is.EqualTo(expected + "\n"));
    }

    [Test]
    public void Bytes_that_are_not_valid_UTF8_are_replaced()
    {
        TextLine line = new();
        line.AppendQuoted([0x41, 0xFF, 0xC3]);
        Assert.That(Encoding.UTF8.GetString(line.Finish()), Is.EqualTo("\"A\uFFFD\uFFFD\"\n"));
    }

    [TestCase("12345678", "12345678")]
    [TestCase("123456789", "1234567…")]
    [TestCase("日本日本", "日本日本")]
    [TestCase("日本日本x", "日本日…")]
    [TestCase("123456日", "123456日")]
    [TestCase("123456日x", "123456…")]
    public void A_line_is_truncated_to_its_column_limit(string text, string expected)
    {
        TextLine line = new() { Limit = 8 };
        line.Append(text);
        Assert.That(Encoding.UTF8.GetString(line.Finish()), Is.EqualTo(expected + "\n"));
    }
}
