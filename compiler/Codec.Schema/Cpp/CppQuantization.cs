namespace Codec.Schema.Cpp;

/// <summary>Generates the function that rounds the quantized fields of a type.</summary>
internal static class CppQuantization
{
    public static string Function(CppModel model, Definition definition, IEnumerable<(FieldDefinition Field, string Name)> fields)
    {
        bool isTable = definition is TableDefinition;
        IEnumerable<string> statements = fields
            .Select(pair => (pair.Name, Argument: Argument(model, pair.Field, isTable ? "depth + 1" : "1")))
            .Where(field => field.Argument.Length > 0)
            .Select(field => $"::codec::generated::quantize_field(value.{field.Name}, {field.Argument});");
        return !model.Quantized.Contains(definition.FullName) ? "" : CodeText.Of($$"""
            template <class Value>
            static void quantize(Value& value{{(isTable ? ", [[maybe_unused]] int depth" : "")}}) noexcept {
              {{statements}}
            }
            """);
    }

    private static string Argument(CppModel model, FieldDefinition field, string depth) => field.Quantization switch
    {
        null => field.Type.Named is { } type && model.Quantized.Contains(type) ? depth : "",
        { Kind: QuantizationKind.Scalar } scalar => FormattableString.Invariant(
            $"::codec::detail::Quantizer({scalar.Min}.0, {scalar.Max}.0, {scalar.Multiplier}.0, {scalar.Divisor}.0, {Refuses(scalar)})"),
        { Kind: QuantizationKind.UnitVector } vector => Vector("unit_vector", vector),
        var quaternion => Vector("quaternion", quaternion),
    };

    private static string Vector(string kind, Quantization vector) =>
        FormattableString.Invariant($"::codec::detail::Quantizer(::codec::detail::Quantizer::{kind}, {vector.Bits}, {Refuses(vector)})");

    private static string Refuses(Quantization quantization) => quantization.IsRefusing ? "true" : "false";
}
