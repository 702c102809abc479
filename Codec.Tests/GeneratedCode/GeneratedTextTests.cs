using System;
using System.Linq;
using System.Text;
using Codec.Generated;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

public sealed class GeneratedTextTests
{
    [TestCase(null, null, 0)]
    [TestCase(null, "", -1)]
    [TestCase("", null, 1)]
    [TestCase("a", "ab", -1)]
    [TestCase("\uFFFD", "\uD83D\uDE00", -1)]
    [TestCase("\uD83D\uDE00", "\uFFFD", 1)]
    public void Texts_are_ordered_by_their_UTF8_bytes(string? left, string? right, int order) =>
        Assert.That(Math.Sign(GeneratedText.Compare(left, right)), Is.EqualTo(order));

    [Test]
    public void The_order_of_all_short_texts_with_surrogates_is_that_of_their_UTF8_bytes()
    {
        string[] letters = ["", "a", "\uD7FF", "\uD800", "\uDBFF", "\uDC00", "\uDFFF", "\uE000", "\uFFFD", "\uFFFF"];
        string[] texts = [.. from a in letters from b in letters from c in letters select a + b + c];
        byte[][] encoded = [.. texts.Select(Encoding.UTF8.GetBytes)];
        for (int i = 0; i < texts.Length; i++)
        {
            for (int j = 0; j < texts.Length; j++)
            {
                int expected = Math.Sign(encoded[i].AsSpan().SequenceCompareTo(encoded[j]));
                if (Math.Sign(GeneratedText.Compare(texts[i], texts[j])) != expected)
                {
                    Assert.Fail($"{BitConverter.ToString(encoded[i])} and {BitConverter.ToString(encoded[j])}: expected {expected}");
                }
            }
        }
    }
}
