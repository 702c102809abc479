namespace Codec.Schema.Binding;

internal sealed partial class Binder
{
    internal const string PacketMaxSize = "packet_max_size";
    internal const string PacketPacked = "packet_packed";
    internal const string PacketDelta = "packet_delta";

    private const string PacketPrefix = "packet_";
    private const string PacketId = "packet_id";
    private const string PacketDirectionName = "packet_direction";
    private const string PacketMaxDepth = "packet_max_depth";
    private const string PacketMaxTables = "packet_max_tables";

    private const string PacketAnswer = "packet_answer";

    private static readonly string[] PacketAttributes =
        [PacketId, PacketDirectionName, PacketMaxSize, PacketPacked, PacketDelta, PacketMaxDepth, PacketMaxTables, PacketAnswer];

    private PacketDefinition? BindPacket(RecordSymbol record, AttributeSet attributes)
    {
        if (attributes.Find(PacketId) is not { } id)
        {
            RejectPacketAttributes(attributes, $"'{record.FullName}', which has no {PacketId}");
            return null;
        }

        // flatc rejects an integer above int.MaxValue as the value of an attribute, but accepts any string.
        if (id.Value is not { } value || NumberText.Integer(value.Text) is not { } number)
        {
            Report(SchemaRule.PacketAttributeMisuse, id.Name, $"{PacketId} has no id; expected an integer from 0 to {uint.MaxValue}, in quotes if it is above {int.MaxValue}.");
            return null;
        }

        if (number is < 0 or > uint.MaxValue)
        {
            Report(SchemaRule.PacketIdOutOfRange, value, $"The packet id {value.Shown} does not fit a header; expected 0 to {uint.MaxValue}.");
            return null;
        }

        int? baselines = attributes.Find(PacketDelta) is { Value: null } ? 1 : Limit(attributes, PacketDelta, PacketDefinition.MaxBaselines);
        return new PacketDefinition
        {
            Id = (uint)number,
            Type = record.FullName,
            IsStruct = record.IsStruct,
            Direction = Direction(attributes),
            MaxSize = Limit(attributes, PacketMaxSize, int.MaxValue),
            IsPacked = IsPacked(attributes) || attributes.Has(PacketDelta),
            Baselines = baselines ?? 0,
            MaxDepth = TableLimit(record, attributes, PacketMaxDepth, PacketDefinition.LargestMaxDepth),
            MaxTables = TableLimit(record, attributes, PacketMaxTables, int.MaxValue),
            Span = _source.Span(id.Name),
        };
    }

    private PacketDirection Direction(AttributeSet attributes)
    {
        AttributeSyntax? direction = attributes.Find(PacketDirectionName);
        switch (direction?.Value)
        {
            case { Kind: LiteralKind.Text, Text: "client" }: return PacketDirection.Client;
            case { Kind: LiteralKind.Text, Text: "server" }: return PacketDirection.Server;
            case { Kind: LiteralKind.Text, Text: "both" }: return PacketDirection.Both;
            default:
                if (direction is not null)
                {
                    Report(
                        SchemaRule.PacketAttributeMisuse,
                        direction.Name,
                        $"{PacketDirectionName} must be \"client\", \"server\" or \"both\"{ButIs(direction.Value)}.");
                }

                return PacketDirection.Both;
        }
    }

    private bool IsPacked(AttributeSet attributes)
    {
        if (attributes.Find(PacketPacked) is not { } packed)
        {
            return false;
        }

        if (packed.Value is not null)
        {
            Report(SchemaRule.PacketAttributeMisuse, packed.Name, $"{PacketPacked} takes no value.");
        }

        return true;
    }

    private int? TableLimit(RecordSymbol record, AttributeSet attributes, string name, int largest)
    {
        if (record.IsStruct && attributes.Find(name) is { } attribute)
        {
            Report(SchemaRule.PacketAttributeMisuse, attribute.Name, $"{name} applies only to tables, but the payload is a struct.");
            return null;
        }

        return Limit(attributes, name, largest);
    }

    private int? Limit(AttributeSet attributes, string name, int largest)
    {
        if (attributes.Find(name) is not { } attribute)
        {
            return null;
        }

        if (attribute.Value is { Kind: LiteralKind.Integer } && NumberOf(attribute) is > 0 and var limit && limit <= largest)
        {
            return (int)limit;
        }

        Report(SchemaRule.PacketAttributeMisuse, attribute.Name, $"{name} must be an integer from 1 to {largest}{ButIs(attribute.Value)}.");
        return null;
    }

    private static string ButIs(LiteralSyntax? value) => value switch
    {
        null => string.Empty,
        { Kind: LiteralKind.Text } => $", not \"{value.Shown}\"",
        _ => $", not {value.Shown}",
    };

    private void RejectPacketAttributes(AttributeSet attributes, string owner)
    {
        foreach (AttributeSyntax attribute in attributes.All)
        {
            if (Array.IndexOf(PacketAttributes, attribute.Name.Text) >= 0)
            {
                Report(SchemaRule.PacketAttributeMisuse, attribute.Name, $"{attribute.Name.Text} is not allowed on {owner}; expected a table or struct with {PacketId}.");
            }
        }
    }
}
