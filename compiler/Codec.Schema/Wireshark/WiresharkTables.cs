namespace Codec.Schema.Wireshark;

/// <summary>Generates the tables of a dissector that describe the types and the packets.</summary>
internal sealed class WiresharkTables
{
    private readonly SchemaModel _model;
    private readonly SchemaIndex _index;
    private readonly ModelLayout _layout;
    private readonly WiresharkNames _names;
    private readonly Dictionary<string, int> _numbers = [];

    public WiresharkTables(SchemaModel model, WiresharkNames names)
    {
        (_model, _names, _index, _layout) = (model, names, new SchemaIndex(model), new ModelLayout(model));
        Definition[] records = [.. model.Structs, .. model.Tables];
        foreach (IEnumerable<Definition> kind in (IEnumerable<Definition>[])[model.Enums, model.Unions, records])
        {
            int number = 0;
            foreach (Definition definition in kind)
            {
                _numbers.Add(definition.FullName, ++number);
            }
        }
    }

    public string Emit() => CodeText.Lines(
    [
        "local enums, unions, types, packets = {}, {}, {}, {}",
        .. _model.Enums.Select(Enum),
        .. _model.Unions.Select(Union),
        .. _model.Structs.Select(type => Record(
            type, CodeText.Of($", size = {type.Size}, align = {type.Alignment}"), type.Fields.Select(field => Field(type, field, null)))),
        .. _layout.Tables.Select(table => Record(
            table.Definition, "", table.Fields.Select(field => Field(table.Definition, field.Field, field)))),
        .. _model.Packets.Select(Packet),
    ]);

    private string Enum(EnumDefinition definition)
    {
        // NONE is not a bit. The first name of a number is shown, as in JSON.
        string values = string.Join(", ", definition.IsBitFlags
            ? definition.Values.Where(value => !value.Value.IsZero).Select(value => Bit(definition, value))
            : definition.Values.GroupBy(value => value.Value)
                .Select(values => $"{LuaText.Key(values.Key)} = {LuaText.Quote(values.First().Name)}"));
        return CodeText.Of($$"""
            enums[{{_numbers[definition.FullName]}}] = { {{(definition.IsBitFlags ? "bits" : "names")}} = { {{values}} } }
            """);
    }

    private string Bit(EnumDefinition definition, EnumValue value)
    {
        int bit = 0;
        while ((value.Value.Bits >> bit & 1) == 0)
        {
            bit++;
        }

        string filter = LuaText.Quote(_names.Member(definition.FullName, value.Name));
        return CodeText.Of($"{{ name = {LuaText.Quote(value.Name)}, filter = {filter}, byte = {bit / 8}, mask = {1 << bit % 8} }}");
    }

    private string Union(UnionDefinition definition)
    {
        string none = LuaText.Key(ScalarValue.OfWhole(definition.Underlying, 0)) + " = \"NONE\"";
        string names = string.Concat(definition.Members.Select(member => $", {LuaText.Key(member.Id)} = {LuaText.Quote(member.Name)}"));
        IEnumerable<string> members = definition.Members.Select(member =>
            $"{LuaText.Key(member.Id)} = {{ name = {LuaText.Quote(member.Name)}, {Value(member.Type)} }}");
        string head = CodeText.Of($"unions[{_numbers[definition.FullName]}]");
        return CodeText.Of($$"""
            {{head}} = { kind = "{{ScalarType.Of(definition.Underlying).Lua}}", names = { {{none}}{{names}} } }
            {{head}}.members = { {{string.Join(", ", members)}} }
            """);
    }

    private string Record(Definition definition, string layout, IEnumerable<string> fields) => CodeText.Of($$"""
        types[{{_numbers[definition.FullName]}}] = { name = {{LuaText.Quote(definition.FullName)}}{{layout}}, fields = {
          {{fields.Select(field => $"{{ {field} }},")}}
        } }
        """);

    // The layout is that of a field of a table.
    private string Field(Definition owner, FieldDefinition field, FieldLayout? layout)
    {
        string filter = _names.Member(owner.FullName, field.Name);
        string position = layout is null
            ? CodeText.Of($"offset = {((StructField)field).Offset}")
            : CodeText.Of($"id = {layout.Field.Id}, size = {layout.Place.Size}, align = {layout.Place.Alignment}");
        return $"name = {LuaText.Quote(field.Name)}, filter = {LuaText.Quote(filter)}, {Type(field.Type, filter)}, {position}"
            + (layout is null ? "" : Extras(layout.Field, filter));
    }

    private string Type(TypeReference type, string filter)
    {
        if (type.Element is not { } element)
        {
            return Value(type);
        }

        if (type.Kind == TypeKind.Vector && element is { Kind: TypeKind.Scalar, Scalar: ScalarKind.UByte })
        {
            return "kind = \"bytes\"";
        }

        string kind = type.Kind == TypeKind.Vector
            ? $"kind = \"vector\", count_filter = {LuaText.Quote(_names.Suffixed(filter, ".count"))}"
            : CodeText.Of($"kind = \"array\", count = {type.Length}");
        return CodeText.Of($"{kind}, element = {{ {Value(element)}, size = {element.InlineSize}, align = {element.InlineAlignment} }}");
    }

    // The entries that only some fields of tables have, each preceded by a comma.
    private string Extras(TableField field, string filter)
    {
        string owner = field.Type.Kind == TypeKind.Vector ? "element_" : "";
        return string.Concat(
            !field.HasUnionType ? "" : CodeText.Of($"""
                , type_id = {field.UnionTypeId}, {owner}type_filter = {LuaText.Quote(_names.Suffixed(filter, "_type"))}, \
                {owner}text_filter = {LuaText.Quote(_names.Suffixed(filter, ".string"))}
                """),
            field.Presence == FieldPresence.Required ? ", required = true" : "",
            field.Default is { } value ? $", default = {LuaText.Value(value)}{DefaultName(field.Type, value)}" : "",
            field.DefaultText is { } text ? $", default = {LuaText.Quote(text)}" : "",
            field.NestedTable is { } nested ? CodeText.Of($", nested = {_numbers[nested]}{Identifier(nested, "nested_identifier")}") : "",
            field.IsOffset64 ? ", wide = true" : "",
            field.IsVector64 ? ", wide_count = true" : "");
    }

    private string Identifier(string table, string key) => _layout[table].Identifier is { } identifier
        ? $", {key} = {LuaText.Quote(Encoding.UTF8.GetString(identifier))}" : "";

    private string DefaultName(TypeReference type, ScalarValue value) =>
        type.Kind == TypeKind.Enum && DefaultNames(_index.Enum(type.Definition!), value) is { } names
            ? $", default_name = {LuaText.Quote(names)}" : "";

    // Wireshark shows the names of other values itself.
    private static string? DefaultNames(EnumDefinition definition, ScalarValue value) =>
        definition.IsBitFlags
            ? string.Join(" ", definition.Values.Where(bit => (bit.Value.Bits & value.Bits) != 0).Select(bit => bit.Name))
        : ScalarType.Of(definition.Underlying).Size == 8
            ? definition.Values.FirstOrDefault(item => item.Value.Bits == value.Bits)?.Name ?? "Unknown"
        : null;

    private string Value(TypeReference type) => type.Kind switch
    {
        TypeKind.Scalar => $"kind = \"{ScalarType.Of(type.Scalar).Lua}\"",
        TypeKind.Enum => CodeText.Of($"kind = \"{ScalarType.Of(type.Scalar).Lua}\", enum = {_numbers[type.Definition!]}"),
        TypeKind.String => "kind = \"string\"",
        TypeKind.Union => CodeText.Of($"kind = \"union\", union = {_numbers[type.Definition!]}"),
        TypeKind.Struct => CodeText.Of($"kind = \"struct\", type = {_numbers[type.Definition!]}"),
        _ => CodeText.Of($"kind = \"table\", type = {_numbers[type.Definition!]}"),
    };

    private string Packet(PacketDefinition packet)
    {
        string max = packet.MaxSize is { } limit ? CodeText.Of($", max_size = {limit}") : "";
        string packed = packet.IsPacked ? ", packed = true" : "";
        string identifier = packet.IsStruct ? "" : Identifier(packet.Type, "identifier");
        return CodeText.Of($$"""
            packets[{{packet.Id}}] = { name = {{LuaText.Quote(packet.Type)}}, filter = {{LuaText.Quote(_names.Type(packet.Type))}}, \
            type = {{_numbers[packet.Type]}}{{max}}{{packed}}{{identifier}} }
            """);
    }
}
