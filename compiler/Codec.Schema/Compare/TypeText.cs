namespace Codec.Schema.Compare;

/// <summary>Formats types and fields in the schema language, for the reasons of breaking changes.</summary>
internal static class TypeText
{
    internal static string Of(TypeReference type) => type.Kind switch
    {
        TypeKind.Scalar => Of(type.Scalar),
        TypeKind.String => "string",
        TypeKind.Vector => $"[{Of(type.Element!)}]",
        TypeKind.Array => FormattableString.Invariant($"[{Of(type.Element!)}:{type.Length}]"),
        _ => type.Definition!,
    };

    internal static string Of(ScalarKind kind) => ScalarType.Of(kind).Name;

    /// <summary>Returns a field with its type, and with its attribute for 64-bit offsets or lengths.</summary>
    internal static string Of(FieldDefinition field) => $"{field.Name}:{Of(field.Type)}" + field switch
    {
        TableField { IsVector64: true } => " (vector64)",
        TableField { IsOffset64: true } => " (offset64)",
        _ => string.Empty,
    };

    internal static string DefaultOf(TableField field) =>
        field.Presence == FieldPresence.Optional ? "the default null"
        : field.Default is { } value ? $"the default {value}"
        : field.DefaultText is { } text ? $"the default \"{MessageText.Shorten(text)}\""
        : field.DefaultIsEmptyVector ? "the default []"
        : "no default";

    internal static string Of(UnionMember member) => member.Name == Of(member.Type) ? member.Name : $"{member.Name}:{Of(member.Type)}";

    internal static string KindOf(Definition definition) => definition switch
    {
        EnumDefinition => "an enum",
        UnionDefinition => "a union",
        StructDefinition => "a struct",
        _ => "a table",
    };

    internal static string? Attribute(EquatableArray<AttributeEntry> attributes, string name) =>
        attributes.FirstOrDefault(attribute => attribute.Name == name) is { } entry ? entry.Value ?? string.Empty : null;
}
