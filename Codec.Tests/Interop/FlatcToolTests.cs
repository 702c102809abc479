namespace Codec.Tests.Interop;

/// <summary>Tests that the committed output of flatc is up to date.</summary>
public sealed class FlatcToolTests
{
    [Test]
    public void Committed_flatc_code_equals_the_output_of_flatc() =>
        Assert.That(FlatcTool.Run("generate.mjs", "--check"), Does.Contain("are what flatc version 25.12.19 writes"));

    [Test]
    public void Committed_annotations_equal_the_output_of_flatc() =>
        Assert.That(FlatcTool.Run("annotate.mjs", "--check"), Does.Contain("annotations match"));

    [Test]
    public void Committed_buffers_of_the_coverage_schemas_equal_the_output_of_flatc() =>
        Assert.That(FlatcTool.Run("coverage.mjs", "--check"), Does.Contain("8 of 8 buffers match"));
}
