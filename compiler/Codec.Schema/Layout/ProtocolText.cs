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
    private readonly Dictionary<string, uint> _ids;
    private Dictionary<string, string> _hashes = [];

    private ProtocolText(SchemaModel model)
    {
        _ids = model.Packets.ToDictionary(packet => packet.Type, packet => packet.Id);
        _types = model.Types.ToDictionary(type => type.FullName);

        // As in generated code, any file of the model can declare the identifier.
        _identifiers = SchemaFile.Identifiers(model.Files);
    }

    /// <summary>Returns the text for a file and its includes; null if they declare no type.</summary>
    /// <param name="model">The model.</param>
    /// <param name="path">The path of the file.</param>
    /// <param name="sender">The side that may send the packets of the text; for both, all packets.</param>
    internal static string? Of(SchemaModel model, string path, PacketDirection sender = PacketDirection.Both)
    {
        List<Definition> declared = [.. model.TypesFrom(path)];
        if (declared.Count == 0)
        {
            return null;
        }

        HashSet<string> names = [.. declared.Select(type => type.FullName)];
        List<PacketDefinition> packets = [.. model.Packets.Where(packet => names.Contains(packet.Type))];
        bool hasPackets = packets.Count > 0;
        _ = packets.RemoveAll(packet =>
            sender != PacketDirection.Both && packet.Direction != PacketDirection.Both && packet.Direction != sender);
        return new ProtocolText(model).Write(packets, hasPackets ? packets.Select(packet => packet.Type) : names);
    }

    private string Write(List<PacketDefinition> packets, IEnumerable<string> roots)
    {
        Definition[] types = [.. Reachable.From(roots, name => _types[name].Uses().Select(use => use.Type)).Select(name => _types[name])];
        _hashes = types.ToDictionary(type => type.FullName, _ => string.Empty);
        for (int round = 0, before = 0, now = 1; round < MaxRounds && now > before; round++)
        {
            _hashes = types.ToDictionary(type => type.FullName, type => ProtocolHash.Literal(ProtocolHash.Hash(Text(type))));
            before = now;
            now = new HashSet<string>(_hashes.Values).Count + 1;
        }

        return string.Concat(packets.OrderBy(packet => packet.Id).Select(Text))
            + string.Concat(_hashes.Values.Distinct().OrderBy(hash => hash, StringComparer.Ordinal).Select(hash => hash + "\n"));
    }

    // A limit that is written out, but is the default, has no effect and is not in the text.
    private string Text(PacketDefinition packet)
    {
        int? size = packet.MaxSize == (packet with { MaxSize = null }).LimitOf(_types[packet.Type]) ? null : packet.MaxSize;
        int? depth = packet.MaxDepth == PacketDefinition.DefaultMaxDepth ? null : packet.MaxDepth;
        PacketDefinition byDefault = packet with { MaxTables = null };
        int? tables = packet.MaxTables == byDefault.TablesOfSmallPayload && packet.MaxTables == byDefault.TablesOfLargestPayload ? null : packet.MaxTables;
        string packed = packet.Baselines > 0 ? FormattableString.Invariant($" delta={packet.Baselines}") : packet.IsPacked ? " packed" : string.Empty;
        string answer = packet.Answer is null ? string.Empty
            : FormattableString.Invariant($" answer={_ids[packet.Answer]}{(packet.HasManyAnswers ? "+" : string.Empty)}");
        return FormattableString.Invariant(
            $"packet {packet.Id} {packet.Direction}{packed} size={size} depth={depth} tables={tables}{answer} {_hashes[packet.Type]}\n");
    }

    private string Text(Definition type) => type switch
    {
        EnumDefinition definition => $"enum {ScalarType.Of(definition.Underlying).Name}{(definition.IsBitFlags ? " bits" : "")} "
            + string.Join(",", definition.Values.Select(value => value.Value.ToString()).Distinct()),
        UnionDefinition union => $"union {ScalarType.Of(union.Underlying).Name} "
            + string.Join(",", union.Members.Select(member => $"{member.Id}={Text(member.Type)}")),
        StructDefinition record =>
            FormattableString.Invariant($"struct {record.Size} {record.Alignment}") + string.Concat(record.Fields.Select(Text)),
        _ => "table" + (_identifiers.TryGetValue(type.FullName, out string? identifier) ? " " + identifier : "")
            + string.Concat(((TableDefinition)type).Fields.Select(Text)),
    };

    private string Text(StructField field) =>
        FormattableString.Invariant($"\n{field.Offset} {Text(field.Type)}{(field.IsKey ? " key" : "")}{Text(field.Quantization)}");

    private string Text(TableField field) => string.Concat(
        FormattableString.Invariant($"\n{field.Id} {Text(field.Type)} {field.Presence}"),
        field.Default is { } value ? FormattableString.Invariant($" ={value.Bits:X}") : "",
        field.DefaultText is { } text ? FormattableString.Invariant($" =\"{text.Length} {text}\"") : "",
        field.DefaultIsEmptyVector ? " =[]" : "",
        field.IsDeprecated ? " deprecated" : "",
        field.IsKey ? " key" : "",
        Text(field.Quantization),
        field.IsFlexBuffer ? " flexbuffer" : "",
        field.IsOffset64 ? " offset64" : "",
        field.IsVector64 ? " vector64" : "",
        field.VectorAlignment > field.UsualVectorAlignment ? FormattableString.Invariant($" align={field.ForceAlign}") : "",
        field.NestedFlatBuffer is { } nested ? " nested=" + _hashes[nested] : "");

    private static string Text(Quantization? quantization) => quantization is null ? "" : " " + quantization.Text;

    private string Text(TypeReference type) => type.Kind switch
    {
        TypeKind.Scalar => ScalarType.Of(type.Scalar).Name,
        TypeKind.String => "string",
        TypeKind.Vector => $"[{Text(type.Element!)}]",
        TypeKind.Array => FormattableString.Invariant($"[{Text(type.Element!)}:{type.Length}]"),
        _ => $"{type.Kind} {_hashes[type.Definition!]}",
    };
}
