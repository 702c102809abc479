namespace Codec.Schema.Cpp;

/// <summary>Generates the traits of packets, and the list of the packets of a schema.</summary>
internal static class CppPacketEmitter
{
    public static string Emit(CppModel model, string path, IEnumerable<Definition> types)
    {
        (PacketDefinition Packet, Definition Type)[] packets =
        [
            .. types.Select(type => (Packet: (type as TableDefinition)?.Packet ?? (type as StructDefinition)?.Packet, type))
                .Where(pair => pair.Packet is not null).Select(pair => (pair.Packet!, pair.type)).OrderBy(pair => pair.Item1.Id),
        ];
        string? list = packets.Length == 0 ? null : CppList.Name(model.Model, path, model.Options, model.Written);
        return CodeText.Sections(
            CppBlock.Namespace("codec", packets.Select(pair => Traits(model, pair.Packet, pair.Type))),
            list is null ? "" : CppBlock.Namespace(model.Names.Namespace(packets[0].Type.Namespace), [CodeText.Of($"""
                /// The packets of {model.Options.NameOf(path)}.fbs, in the order of their ids.
                using {list} = ::codec::PacketList<
                    {string.Join(",\n", packets.Select(pair => model.Names.Global(pair.Packet.Type)))}>;
                """)]));
    }

    private static string Traits(CppModel model, PacketDefinition packet, Definition type)
    {
        string name = model.Names.Global(packet.Type);
        string receiver = packet.Direction switch
        {
            PacketDirection.Client => "ToServer",
            PacketDirection.Server => "ToClient",
            _ => "",
        };
        string view = packet.IsStruct ? "" : model.Names.Global(packet.Type, "View");
        string identifier = !packet.IsStruct && model.Layout[packet.Type].Identifier is { } text
            ? $"static constexpr char identifier[] = \"{CppNames.Literal(Encoding.UTF8.GetString(text))}\";" : "";
        string optional = CodeText.Lines(
            receiver.Length > 0 ? $"static constexpr PacketDirections directions = PacketDirections::{receiver};" : "",
            (packet.LimitOf(type) ?? (type as StructDefinition)?.Size) is { } limit
                ? CodeText.Of($"static constexpr ::std::uint32_t max_payload_size = {limit};") : "",
            packet.IsPacked ? Shape(model, type) : "",
            packet.Baselines > 0 ? CodeText.Of($"static constexpr ::std::uint32_t baselines = {packet.Baselines};") : "",
            packet.MaxDepth is int depth ? CodeText.Of($"static constexpr ::std::uint32_t max_depth = {depth};") : "",
            packet.MaxTables is int tables ? CodeText.Of($"static constexpr ::std::uint32_t max_tables = {tables};") : "",
            identifier,
            packet.IsStruct ? "" : $"using view = {view};");
        string ofView = packet.IsStruct ? "" : $"template <>\nstruct PacketTraits<{view}> : PacketTraits<{name}> {{}};";
        return CodeText.Of($$"""
            template <>
            struct PacketTraits<{{name}}> : PacketDefaults {
              static constexpr ::std::uint32_t id = {{packet.Id}};
              static constexpr ::std::string_view name = "{{packet.Type}}";
              static constexpr PayloadKind kind = PayloadKind::{{(packet.IsStruct ? "Struct" : "FlatBuffers")}};
              {{optional}}
            };
            {{ofView}}
            {{AnswerOf(model, packet)}}
            """);
    }

    private static string Shape(CppModel model, Definition type)
    {
        byte[]? identifier = type is TableDefinition ? model.Layout[type.FullName].Identifier : null;
        return CodeText.Of($$"""
            static constexpr ::std::uint32_t shape_words[] = {
                {{PackingShape.Lines(PackingShape.Of(model.Index, type, identifier))}}};
            static constexpr PayloadShape shape{shape_words};
            """);
    }

    private static string AnswerOf(CppModel model, PacketDefinition packet) => packet.Answer is not { } answer ? "" : CodeText.Of($$"""

        template <>
        struct AnswerOf<{{model.Names.Global(packet.Type)}}> {
          using type = {{model.Names.Global(answer)}};
          static constexpr bool has_many = {{(packet.HasManyAnswers ? "true" : "false")}};
        };
        """);
}
