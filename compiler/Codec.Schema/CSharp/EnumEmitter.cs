namespace Codec.Schema.CSharp;

/// <summary>Generates the enum of a schema, or the enum of the types of a union.</summary>
internal static class EnumEmitter
{
    public static string Emit(EnumDefinition definition)
    {
        IEnumerable<string> values = definition.Values.Select(value => Value(value, value.Value));
        return CodeText.Of($$"""
            {{XmlComment.Summary(definition.Documentation, $"The enum {definition.FullName}.")}}
            {{(definition.IsBitFlags ? "[Sys_::Flags]" : "")}}
            {{CSharpNames.Access(definition)}} enum {{CSharpNames.Identifier(CSharpNames.Name(definition))}} : \
            {{ScalarType.Of(definition.Underlying).CSharp}}
            {
                {{values}}
            }
            """);
    }

    public static string EmitUnionTypes(CSharpUnion union)
    {
        IEnumerable<string> values = union.Definition.Members.Select(member => Value(member, member.Id));
        return CodeText.Of($$"""
            /// <summary>Specifies the type of a value.</summary>
            public enum {{union.Members["Kind"]}} : {{ScalarType.Of(union.Definition.Underlying).CSharp}}
            {
                NONE = 0,
                {{values}}
            }
            """);
    }

    // The constants of an enum need no suffix, because they have the enum's type.
    private static string Value(Declaration declaration, ScalarValue value) => CodeText.Lines(
        XmlComment.Summary(declaration.Documentation), $"{CSharpNames.Identifier(CSharpNames.Name(declaration))} = {value},");
}
