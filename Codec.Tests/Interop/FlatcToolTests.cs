namespace Codec.Tests.Interop;

/// <summary>Tests that the committed output of flatc is up to date.</summary>
public sealed class FlatcToolTests
{
    [Test]
    public void Committed_flatc_code_equals_the_output_of_flatc() =>
        Assert.That(FlatcTool.Run("generate.mjs", "--check"), Does.Contain("are what flatc version 25.12.19 writes"));
}
