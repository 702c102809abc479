namespace Codec.Tests.Schema;

/// <summary>Tests the attributes of quantized fields.</summary>
internal sealed class QuantizationTests
{
    [TestCase("float", "range: \"-1024..1024\", step: \"0.01\"", 18, -102400, 102400, 1, 100)]
    [TestCase("float", "range: \"0..1\", bits: \"16\"", 16, 0, 65535, 1, 65535)]
    [TestCase("float", "range: \"-1..1\", bits: 16", 16, -32767, 32767, 1, 32767)]
    [TestCase("double", "range: \"-10..30\", bits: 8", 8, -63, 189, 10, 63)]
    [TestCase("double", "range: \" 0.5 .. 2.0 \", step: \"0.250\"", 3, 2, 8, 1, 4, "1.75")]
    [TestCase("[float]", "range: \"0..3\", step: \"1.5\"", 2, 0, 2, 3, 2)]
    [TestCase("long", "range: \"-140737488355328..0\", step: 1", 48, -140737488355328, 0, 1, 1)]
    [TestCase("ubyte", "range: \"0..250\", step: 50", 3, 0, 5, 50, 1, "100")]
    [TestCase("uint", "range: \"0..4294967295\", bits: 32", 32, 0, 4294967295, 1, 1)]
    [TestCase("ushort", "range: \"0..65535\", bits: 8", 8, 0, 255, 257, 1)]
    [TestCase("float", "range: \"0..8388608\", step: 1", 24, 0, 8388608, 1, 1)]
    public void A_range_has_the_fewest_bits_and_steps_at_its_ends_and_at_0(
        string type, string attributes, int bits, long min, long max, long multiplier, long divisor, string? byDefault = null)
    {
        Quantization expected = new() { Kind = QuantizationKind.Scalar, Bits = bits, Min = min, Max = max, Multiplier = multiplier, Divisor = divisor };
        string value = byDefault is null ? "" : " = " + byDefault;
        Assert.That(Field(type, value, attributes), Is.EqualTo(expected));
        Assert.That(Field(type, value, attributes + ", out_of_range: \"refuse\""), Is.EqualTo(expected with { IsRefusing = true }));
    }

    [Test]
    public void Fields_of_structs_arrays_and_structs_of_floats_are_quantized()
    {
        SchemaModel model = SchemaText.Model(("a.fbs", """
            include "packets.fbs";
            struct Inner { x:float; y:float; z:float; }
            struct Outer { list:[short:3] (range: "-8..7", step: 1); up:Inner (unit_vector: 12); many:[Inner:2] (unit_vector: "12"); }
            table T { turn:Later (quaternion: 10, out_of_range: "refuse"); turns:[Later] (quaternion: 10); }
            struct Later { x:float; y:float; z:float; w:float; }
            """));
        Assert.That(
            model.Structs[1].Fields.Select(field => (field.Quantization!.Kind, field.Quantization.Bits)),
            Is.EqualTo(new[] { (QuantizationKind.Scalar, 4), (QuantizationKind.UnitVector, 12), (QuantizationKind.UnitVector, 12) }));
        Assert.That(
            model.Tables[0].Fields.Select(field => (field.Quantization!.Kind, field.Quantization.Bits, field.Quantization.IsRefusing)),
            Is.EqualTo(new[] { (QuantizationKind.Quaternion, 10, true), (QuantizationKind.Quaternion, 10, false) }));
    }

    [TestCase("float", "range: \"0..1\"", "needs either 'step' or 'bits'")]
    [TestCase("float", "range: \"0..1\", bits: 4, step: 1", "needs either 'step' or 'bits'")]
    [TestCase("float", "step: 1", "'step' needs 'range'")]
    [TestCase("float", "bits: 1", "'bits' needs 'range'")]
    [TestCase("float", "out_of_range: \"clamp\"", "'out_of_range' needs 'range'")]
    [TestCase("float", "range: \"0..1\", bits: 4, out_of_range: \"wrap\"", "must be \"clamp\" or \"refuse\", not \"wrap\"")]
    [TestCase("float", "range: \"1..0\", bits: 4", "must be two numbers in ascending order")]
    [TestCase("float", "range: \"1..1\", bits: 4", "must be two numbers in ascending order")]
    [TestCase("float", "range: 5, bits: 4", "must be two numbers in ascending order")]
    [TestCase("float", "range, bits: 4", "must be two numbers in ascending order")]
    [TestCase("float", "range: \"0..1e99\", bits: 4", "must be two numbers in ascending order")]
    [TestCase("float", "range: \"0..1\", step: 0", "'step' must be a number above 0, such as \"0.01\", not 0")]
    [TestCase("float", "range: \"0..1\", step: \"-0.1\"", "must be a number above 0")]
    [TestCase("float", "range: \"0..1\", step", "must be a number above 0")]
    [TestCase("float", "range: \"0..1\", step: \"0.3\"", "must divide both ends of the range")]
    [TestCase("float", "range: \"0..1\", bits: 25", "must be a number from 1 to 24 for the type float, not 25")]
    [TestCase("float", "range: \"0..1\", bits: 24", "is more than 8388608 steps from 0, which the type float cannot tell apart")]
    [TestCase("float", "range: \"0..8388609\", step: 1", "is more than 8388608 steps from 0")]
    [TestCase("double", "range: \"0..1\", bits: 49", "must be a number from 1 to 48 for the type double")]
    [TestCase("byte", "range: \"0..1\", bits: 9", "must be a number from 1 to 8 for the type byte")]
    [TestCase("byte", "range: \"-1..9\", bits: 3", "is too small for steps at both ends of the range and at 0")]
    [TestCase("int", "range: \"0..10\", step: \"0.5\"", "must give whole steps, because the type is int")]
    [TestCase("int", "range: \"0..10\", bits: 4", "must give whole steps")]
    [TestCase("byte", "range: \"0..128\", step: 1", "has a range that exceeds the type byte")]
    [TestCase("double", "range: \"0..0.00000000000000000001\", step: \"0.00000000000000000001\"", "gives a step with too many digits")]
    [TestCase("float", "range: \"1..2\", step: 1", "The default 0 of 'x' is not a step of its range")]
    [TestCase("bool", "range: \"0..1\", bits: 1", "is allowed only on a number")]
    [TestCase("E", "range: \"0..1\", bits: 1", "is allowed only on a number")]
    [TestCase("string", "range: \"0..1\", bits: 1", "is allowed only on a number")]
    [TestCase("float", "unit_vector: 8", "is allowed only on a struct of 3 floats that have no range")]
    [TestCase("Ranged", "unit_vector: 8", "is allowed only on a struct of 3 floats that have no range")]
    [TestCase("Three", "quaternion: 8", "is allowed only on a struct of 4 floats that have no range")]
    [TestCase("T", "quaternion: 8", "is allowed only on a struct of 4 floats that have no range")]
    [TestCase("Three", "unit_vector: 3", "must be a number of bits from 4 to 20, not 3")]
    [TestCase("Three", "unit_vector: 21", "must be a number of bits from 4 to 20, not 21")]
    [TestCase("Three", "unit_vector: 8, quaternion: 8", "is the only quantization that a field can have")]
    [TestCase("Three", "unit_vector: 8, range: \"0..1\", bits: 4", "is the only quantization that a field can have")]
    public void A_quantization_that_cannot_be_is_reported(string type, string attributes, string expected)
    {
        SchemaResult result = Compile(type, "", attributes);
        Assert.That(SchemaText.Messages(result), Does.Contain(expected));
        Assert.That(result.Model, Is.Null);
    }

    private static Quantization Field(string type, string value, string attributes)
    {
        SchemaResult result = Compile(type, value, attributes);
        Assert.That(SchemaText.Messages(result), Is.Empty);
        return result.Model!.Tables.Single().Fields.Single().Quantization!;
    }

    private static SchemaResult Compile(string type, string value, string attributes) => SchemaText.Compile($$"""
        include "packets.fbs";
        enum E:int { A }
        struct Ranged { x:float (range: "0..1", bits: 4); y:float; z:float; }
        table T { x:{{type}}{{value}} ({{attributes}}); }
        struct Three { x:float; y:float; z:float; }
        """);
}
