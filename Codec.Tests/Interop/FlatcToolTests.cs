using NUnit.Framework;

namespace Codec.Tests.Interop;

/// <summary>Tests that the committed output of flatc is up to date.</summary>
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
