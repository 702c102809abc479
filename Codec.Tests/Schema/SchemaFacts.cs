namespace Codec.Tests.Schema;

/// <summary>Formats a model as sorted lines, in the format in which eng/flatc/schema-corpus.mjs formats flatc's binary schema.</summary>
internal static class SchemaFacts
{
    public static IReadOnlyList<string> Of(SchemaModel model)
    {
        List<string> lines = [];
        foreach (StructDefinition definition in model.Structs)
        {
            lines.Add($"struct {definition.FullName} size={definition.Size} align={definition.Alignment}");
            Notes(lines, definition.FullName, definition.Attributes, definition.Documentation);
            foreach (StructField field in definition.Fields)
            {
                string path = $"{definition.FullName}.{field.Name}";
                lines.Add($"field {path} offset={field.Offset} padding={field.PaddingAfter} type={Name(field.Type)}{(field.IsKey ? " key" : "")}");
                Notes(lines, path, field.Attributes, field.Documentation);
            }
        }

        foreach (TableDefinition definition in model.Tables)
        {
            lines.Add($"table {definition.FullName}");
            Notes(lines, definition.FullName, definition.Attributes, definition.Documentation);
            foreach (TableField field in definition.Fields)
            {
                Add(lines, $"{definition.FullName}.{field.Name}", field);
            }
        }

        AddEnums(lines, model);
        AddServices(lines, model);
        SchemaFile root = model.Files[^1];
        lines.AddRange(new[] { ("root", root.RootType), ("identifier", root.FileIdentifier), ("extension", root.FileExtension) }
            .Where(fact => !string.IsNullOrEmpty(fact.Item2)).Select(fact => $"{fact.Item1} {fact.Item2}"));
        lines.Sort(StringComparer.Ordinal);
        return lines;
    }

    private static void Add(List<string> lines, string path, TableField field)
    {
        if (field.HasUnionType)
        {
            lines.Add($"type {path}_type id={field.UnionTypeId} vtable={4 + (2 * field.UnionTypeId)}");
        }

        bool isScalar = field.Type.Kind is TypeKind.Scalar or TypeKind.Enum;
        string vector64 = field.IsVector64 ? " vector64" : "";
        lines.Add($"field {path} id={field.Id} vtable={field.VTableOffset} type={Name(field.Type)}{vector64}"
            + (field.Default is { } value ? $" default={Text(value)}" : "")
            + (field.Presence == FieldPresence.Optional && isScalar ? " optional" : "")
            + (field.IsDeprecated ? " deprecated" : "")
            + (field.Presence == FieldPresence.Required ? " required" : "")
            + (field.IsKey ? " key" : "")
            + (field.IsOffset64 ? " offset64" : ""));
        Notes(lines, path, field.Attributes, field.Documentation);
    }

    private static void AddEnums(List<string> lines, SchemaModel model)
    {
        foreach (EnumDefinition definition in model.Enums)
        {
            lines.Add($"enum {definition.FullName} {Name(definition.Underlying)}");
            Notes(lines, definition.FullName, definition.Attributes, definition.Documentation);
            foreach (EnumValue value in definition.Values)
            {
                lines.Add($"value {definition.FullName}.{value.Name}={value.Value.Whole}");
                Notes(lines, $"{definition.FullName}.{value.Name}", value.Attributes, value.Documentation);
            }
        }

        foreach (UnionDefinition definition in model.Unions)
        {
            lines.Add($"union {definition.FullName} {Name(definition.Underlying)}");
            Notes(lines, definition.FullName, definition.Attributes, definition.Documentation);
            foreach (UnionMember member in definition.Members)
            {
                lines.Add($"value {definition.FullName}.{member.Name}={member.Id.Whole} type={Name(member.Type)}");
                Notes(lines, $"{definition.FullName}.{member.Name}", member.Attributes, member.Documentation);
            }
        }
    }

    private static void AddServices(List<string> lines, SchemaModel model)
    {
        foreach (ServiceDefinition definition in model.Services)
        {
            lines.Add($"service {definition.FullName}");
            Notes(lines, definition.FullName, definition.Attributes, definition.Documentation);
            foreach (ServiceMethod method in definition.Methods)
            {
                string path = $"{definition.FullName}.{method.Name}";
                lines.Add($"call {path} {method.Request} -> {method.Response}");
                Notes(lines, path, method.Attributes, method.Documentation);
            }
        }
    }

    private static void Notes(List<string> lines, string owner, EquatableArray<AttributeEntry> attributes, EquatableArray<string> documentation)
    {
        // If several attributes have the same name, flatc keeps the first one. It writes 0 for an attribute without a value.
        lines.AddRange(attributes.GroupBy(attribute => attribute.Name).Select(group => $"attribute {owner} {group.Key}={group.First().Value ?? "0"}"));
        lines.AddRange(documentation.Select((text, i) => $"doc {owner} {i} {text}"));
    }

    private static string Text(ScalarValue value) =>
        !value.IsReal ? value.Whole.ToString(CultureInfo.InvariantCulture)
        : double.IsNaN(value.Real) ? "nan"
        : $"0x{BitConverter.DoubleToUInt64Bits(value.Real):x16}";

    private static string Name(TypeReference type) => type.Kind switch
    {
        TypeKind.Scalar => Name(type.Scalar),
        TypeKind.String => "string",
        TypeKind.Vector => $"[{Name(type.Element!)}]",
        TypeKind.Array => $"[{Name(type.Element!)}:{type.Length}]",
        _ => type.Definition!,
    };

    private static string Name(ScalarKind kind) => kind.ToString().ToLowerInvariant();
}
