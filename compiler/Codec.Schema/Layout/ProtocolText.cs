namespace Codec.Schema.Layout;

/// <summary>
/// Writes the text that <see cref="ProtocolHash"/> hashes: a line for each packet, in order of id, and a line for each type that packets refer to. For a
/// schema without packets, the text has a line for each of its types.
/// </summary>
/// <remarks>
/// The text of a type contains a hash for each type that it refers to instead of the name. Types can refer to each other in cycles, so the hashes
/// are computed in rounds: each text contains the hashes of the previous round. Rounds end when they distinguish no more types. Types whose hashes are
/// still equal then are equal on the wire, and share one line.
/// </remarks>
internal sealed class ProtocolText
{
    // Each round follows one more reference. Types that differ only at a greater distance are rare. Their hashes may then be equal, but the text
    // differs anyway, because it has a line for each of the distant types.
    private const int MaxRounds = 64;

    private readonly Dictionary<string, Definition> _types;
    private readonly Dictionary<string, string> _identifiers;
    private Dictionary<string, string> _hashes = [];

    private ProtocolText(SchemaModel model)
    {
        _types = model.Types.ToDictionary(type => type.FullName);

        // As in generated code, any file of the model can declare the identifier.
        _identifiers = SchemaFile.Identifiers(model.Files);
    }

    /// <summary>Returns the text for a file and its includes; null if they declare no type.</summary>
    internal static string? Of(SchemaModel model, string path)
    {
        List<Definition> declared = [.. model.TypesFrom(path)];
        if (declared.Count == 0)
        {
            return null;
        }

        HashSet<string> names = [.. declared.Select(type => type.FullName)];
        List<PacketDefinition> packets = [.. model.Packets.Where(packet => names.Contains(packet.Type))];
        return new ProtocolText(model).Write(packets, packets.Count == 0 ? names : packets.Select(packet => packet.Type));
    }

    private string Write(List<PacketDefinition> packets, IEnumerable<string> roots)
    {
        List<Definition> types = Reachable(roots);
        _hashes = types.ToDictionary(type => type.FullName, _ => string.Empty);
        for (int round = 0, before = 0, now = 1; round < MaxRounds && now > before; round++)
        {
            _hashes = types.ToDictionary(type => type.FullName, type => ProtocolHash.Literal(ProtocolHash.Hash(Text(type))));
            before = now;
            now = new HashSet<string>(_hashes.Values).Count + 1;
        }

        StringBuilder text = new();
        foreach (PacketDefinition packet in packets.OrderBy(packet => packet.Id))
        {
            text.Append(Text(packet));
        }

        foreach (string hash in _hashes.Values.Distinct().OrderBy(hash => hash, StringComparer.Ordinal))
        {
            text.Append(hash).Append('\n');
        }

        return text.ToString();
    }

    // A limit that is written out, but is the default, has no effect and is not in the text.
    private string Text(PacketDefinition packet)
    {
        int? size = packet.MaxSize == (packet with { MaxSize = null }).LimitOf(_types[packet.Type]) ? null : packet.MaxSize;
        int? depth = packet.MaxDepth == PacketDefinition.DefaultMaxDepth ? null : packet.MaxDepth;
        PacketDefinition byDefault = packet with { MaxTables = null };
        int? tables = packet.MaxTables == byDefault.TablesOfSmallPayload && packet.MaxTables == byDefault.TablesOfLargestPayload ? null : packet.MaxTables;
        string packed = packet.IsPacked ? " packed" : string.Empty;
        return FormattableString.Invariant($"packet {packet.Id} {packet.Direction}{packed} size={size} depth={depth} tables={tables} {_hashes[packet.Type]}\n");
    }

    private List<Definition> Reachable(IEnumerable<string> roots)
    {
        HashSet<string> seen = [.. roots];
        Queue<string> open = new(seen);
        List<Definition> types = [];
        while (open.Count > 0)
        {
            Definition type = _types[open.Dequeue()];
            types.Add(type);
            foreach (string name in type.Uses().Select(use => use.Type).Where(seen.Add))
            {
                open.Enqueue(name);
            }
        }

        return types;
    }

    private string Text(Definition type) => type switch
    {
        EnumDefinition definition => Text(definition),
        UnionDefinition definition => Text(definition),
        StructDefinition definition => Text(definition),
        _ => Text((TableDefinition)type),
    };

    private static string Text(EnumDefinition definition) =>
        $"enum {ScalarType.Of(definition.Underlying).Name}{(definition.IsBitFlags ? " bits" : string.Empty)} {string.Join(",", definition.Values.Select(value => value.Value.ToString()).Distinct())}";

    private string Text(UnionDefinition definition) =>
        $"union {ScalarType.Of(definition.Underlying).Name} {string.Join(",", definition.Members.Select(member => $"{member.Id}={Text(member.Type)}"))}";

    private string Text(StructDefinition definition)
    {
        StringBuilder text = new(FormattableString.Invariant($"struct {definition.Size} {definition.Alignment}"));
        foreach (StructField field in definition.Fields)
        {
            text.Append(FormattableString.Invariant($"\n{field.Offset} {Text(field.Type)}{(field.IsKey ? " key" : string.Empty)}"));
        }

        return text.ToString();
    }

    private string Text(TableDefinition definition)
    {
        StringBuilder text = new("table");
        if (_identifiers.TryGetValue(definition.FullName, out string? identifier))
        {
            text.Append(' ').Append(identifier);
        }

        foreach (TableField field in definition.Fields)
        {
            text.Append(FormattableString.Invariant($"\n{field.Id} {Text(field.Type)} {field.Presence}"));
            AppendIf(text, field.Default is not null, FormattableString.Invariant($"={field.Default?.Bits:X}"));
            AppendIf(text, field.DefaultText is not null, FormattableString.Invariant($"=\"{field.DefaultText?.Length} {field.DefaultText}\""));
            AppendIf(text, field.DefaultIsEmptyVector, "=[]");
            AppendIf(text, field.IsDeprecated, "deprecated");
            AppendIf(text, field.IsKey, "key");
            AppendIf(text, field.IsFlexBuffer, "flexbuffer");
            AppendIf(text, field.IsOffset64, "offset64");
            AppendIf(text, field.IsVector64, "vector64");
            AppendIf(text, field.VectorAlignment > field.UsualVectorAlignment, FormattableString.Invariant($"align={field.ForceAlign}"));
            AppendIf(text, field.NestedFlatBuffer is not null, "nested=" + (field.NestedFlatBuffer is { } nested ? _hashes[nested] : string.Empty));
        }

        return text.ToString();
    }

    private static void AppendIf(StringBuilder text, bool condition, string part)
    {
        if (condition)
        {
            text.Append(' ').Append(part);
        }
    }

    private string Text(TypeReference type) => type.Kind switch
    {
        TypeKind.Scalar => ScalarType.Of(type.Scalar).Name,
        TypeKind.String => "string",
        TypeKind.Vector => $"[{Text(type.Element!)}]",
        TypeKind.Array => FormattableString.Invariant($"[{Text(type.Element!)}:{type.Length}]"),
        _ => $"{type.Kind} {_hashes[type.Definition!]}",
    };
}
