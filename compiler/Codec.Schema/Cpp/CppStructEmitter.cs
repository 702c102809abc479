namespace Codec.Schema.Cpp;

internal sealed class CppStructEmitter(CppModel model, StructDefinition definition)
{
    private readonly string _name = model.Names.Local(definition.FullName);
    private readonly (StructField Field, string Name)[] _fields = Named(definition, [model.Names.Local(definition.FullName)]);

    public Definition Definition => definition;

    public string Struct()
    {
        bool isForced = definition.Alignment > definition.Fields.Max(field => field.Type.InlineAlignment);
        return CodeText.Of($$"""
            {{CppBlock.Documentation(definition.Documentation)}}
            struct {{(isForced ? CodeText.Of($"alignas({definition.Alignment}) ") : "")}}{{_name}} {
              {{_fields.Select(pair => Field(pair.Field, pair.Name))}}
            };
            static_assert(::std::is_trivially_copyable_v<{{_name}}> && ::std::is_standard_layout_v<{{_name}}>);
            static_assert(sizeof({{_name}}) == {{definition.Size}} && alignof({{_name}}) == {{definition.Alignment}});
            {{_fields.Select(pair => CodeText.Of($"static_assert(offsetof({_name}, {pair.Name}) == {pair.Field.Offset});"))}}
            """);
    }

    public string Facts()
    {
        string global = model.Names.Global(definition.FullName);
        string? keyName = _fields.FirstOrDefault(pair => pair.Field.IsKey && pair.Field.Type.IsNumber).Name;
        string key = keyName is null ? "" : $"static auto key(const {global}& value) noexcept {{ return value.{keyName}; }}";
        string visits = string.Join(" ", _fields.Select(pair => $"visit(value.{pair.Name});"));
        return CodeText.Of($$"""
            template <>
            struct Struct<{{global}}> {
              static constexpr bool has_padding = {{(HasPadding(definition, []) ? "true" : "false")}};
              template <class Value, class Visit>
              static void fields(Value& value, Visit&& visit) { {{visits}} }
              {{CppQuantization.Function(model, definition, _fields.Select(pair => ((FieldDefinition)pair.Field, pair.Name)))}}
              {{key}}
            };
            """);
    }

    private static (StructField Field, string Name)[] Named(StructDefinition definition, HashSet<string> taken) =>
        [.. definition.Fields.Select(field => (field, CppNames.Member(field.Name, hasType: false, taken)))];

    private string Field(StructField field, string name) => CodeText.Lines(
        CppBlock.Documentation(field.Documentation), $"{CppNames.Alignment(field.Type)}{FieldType(field.Type)} {name}{{}};");

    private string FieldType(TypeReference type) => type.Kind switch
    {
        TypeKind.Array => CodeText.Of($"::std::array<{FieldType(type.Element!)}, {type.Length}>"),
        TypeKind.Scalar => type.IsBool ? "::codec::Bool" : CppNames.Scalar(type.Scalar),
        _ => model.Names.Global(type.Definition!),
    };

    // Each struct is checked once, because a struct can contain another one in many places.
    private bool HasPadding(StructDefinition type, HashSet<string> visited) => type.Fields.Any(field =>
        field.PaddingAfter > 0
        || ((field.Type.Element ?? field.Type) is { Kind: TypeKind.Struct, Definition: string inner }
            && visited.Add(inner) && HasPadding(model.Index.Struct(inner), visited)));
}
