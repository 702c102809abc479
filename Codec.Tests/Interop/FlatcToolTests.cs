using NUnit.Framework;

namespace Codec.Tests.Interop;

/// <summary>What is committed of flatc's output is what flatc writes.</summary>
[TestFixture]
public sealed class FlatcToolTests
{
    [Test]
    public void Generated_code_is_what_flatc_writes() =>
        Assert.That(FlatcTool.Run("generate.mjs", "--check"), Does.Contain("are what flatc version 25.12.19 writes"));

    [Test]
    public void Annotations_are_what_flatc_writes() =>
        Assert.That(FlatcTool.Run("annotate.mjs", "--check"), Does.Contain("annotations match"));
}
