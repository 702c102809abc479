using System;
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
}
