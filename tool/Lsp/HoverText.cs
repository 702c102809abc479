using Codec.Schema.Layout;

namespace Codec.Cli.Lsp;

/// <summary>What an editor shows about a declaration, as Markdown: its bytes on the wire, its packet, and its comment.</summary>
internal static class HoverText
{
    /// <summary>Returns the text, or <see langword="null"/> if the model does not have the declaration.</summary>
    public static string? Of(SchemaModel model, DeclaredName name)
    {
        if (model.Types.FirstOrDefault(type => type.FullName == name.Type) is not { } type)
        {
            return null;
        }

        (Declaration? declaration, string facts) = name.Member is null ? (type, Describe(type)) : Member(type, name.Member);
        return declaration is null ? null : $"{facts}\n\n{string.Join('\n', declaration.Documentation.Select(line => line.Trim()))}".TrimEnd();
    }

    private static string Describe(Definition type) => type switch
    {
        TableDefinition table => $"**table** {type.FullName}: {Counted.Of(table.Fields.Count, "field")}; generated code writes at least {Counted.Of(SmallestOf(table), "byte")}"
            + Packet(table.Packet, table),
        StructDefinition record => $"**struct** {type.FullName}: {Counted.Of(record.Size, "byte")}, alignment {record.Alignment}" + Packet(record.Packet, record),
        EnumDefinition values => $"**enum** {type.FullName}: {Counted.Of(ScalarType.Of(values.Underlying).Size, "byte")}, {Counted.Of(values.Values.Count, "value")}",
        UnionDefinition union => $"**union** {type.FullName}: a type of {Counted.Of(ScalarType.Of(union.Underlying).Size, "byte")} and an offset of 4, {Counted.Of(union.Members.Count, "member")}",
        _ => type.FullName,
    };

    private static int SmallestOf(TableDefinition table) => new TableLayout(table) is var layout ? layout.RootTable + layout.PaddedSize : 0;

    private static string Packet(PacketDefinition? packet, Definition type)
    {
        if (packet is null)
        {
            return "";
        }

        string sender = packet.Direction switch { PacketDirection.Client => "sent by the client", PacketDirection.Server => "sent by the server", _ => "sent by both sides" };
        string limit = packet.LimitOf(type) is { } bytes ? $"at most {Counted.Of(bytes, "byte")}" : "limited by the packet format";
        return $"\n\npacket {packet.Id}, {sender}, {limit}{(packet.Baselines > 0 ? ", packed as a difference" : packet.IsPacked ? ", packed" : "")}";
    }

    private static (Declaration? Member, string Facts) Member(Definition type, string name)
    {
        switch (type)
        {
            case TableDefinition table when table.Fields.FirstOrDefault(field => field.Name == name) is { } field:
                string size = field.Type.IsOffset ? $"an offset of {Counted.Of(field.Type.InlineSize, "byte")}" : Counted.Of(field.Type.InlineSize, "byte");
                string value = field.IsDeprecated ? ", deprecated" : field.Presence switch
                {
                    FieldPresence.Required => ", required",
                    FieldPresence.Optional => ", optional",
                    _ => field.Default is { } scalar ? $", {scalar} if it is missing" : "",
                };
                return (field, $"**field** {name}: id {field.Id}, {size}{value}");
            case StructDefinition record when record.Fields.FirstOrDefault(field => field.Name == name) is { } field:
                return (field, $"**field** {name}: offset {field.Offset}, {Counted.Of(field.Type.InlineSize, "byte")}, then {field.PaddingAfter} of padding");
            case EnumDefinition values when values.Values.FirstOrDefault(value => value.Name == name) is { } number:
                return (number, $"**value** {name} = {number.Value}");
            case UnionDefinition union when union.Members.FirstOrDefault(member => member.Name == name) is { } member:
                return (member, $"**member** {name} = {member.Id}");
            default:
                return (null, "");
        }
    }
}
