namespace Codec.Schema.CSharp;

/// <summary>
/// Generates a converter that rejects a struct or a union in <c>System.Text.Json</c>, which would write the public properties of the type
/// alone: no field of a
/// struct, and a value of a union that cannot be read back. The library Codec does not need <c>System.Text.Json</c>, so the converter is in
/// generated code.
/// </summary>
internal static class JsonRefusalEmitter
{
    // .NET 5 is the first runtime of which System.Text.Json is always a part.
    private const string Start = "#if NET5_0_OR_GREATER";
    private const string Json = "global::System.Text.Json.";

    public static string Emit(Definition definition, MemberNames members, string kind)
    {
        string self = CSharpModel.Self(definition);
        string name = members["JsonRefusal"];
        string message = $"System.Text.Json would lose values of the {kind} {definition.FullName}. Copy the message to a type of your own, "
            + "or add a converter to JsonSerializerOptions.Converters.";
        string refusal = $"throw new global::System.NotSupportedException({CSharpNames.Quote(message)});";
        return CodeText.Of($$"""
            {{Start}}
            [{{Json}}Serialization.JsonConverter(typeof({{self}}.{{name}}))]
            {{CSharpNames.Declaration(definition)}}
            {
                internal sealed class {{name}} : {{Json}}Serialization.JsonConverter<{{self}}>
                {
                    public override {{self}} Read(ref {{Json}}Utf8JsonReader reader, global::System.Type type, \
                    {{Json}}JsonSerializerOptions options) => {{refusal}}
                    public override void Write({{Json}}Utf8JsonWriter writer, {{self}} value, {{Json}}JsonSerializerOptions options) => \
                    {{refusal}}
                }
            }
            #endif
            """);
    }
}
