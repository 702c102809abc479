namespace Codec.Schema.Compare;

internal sealed class PacketComparison(BreakList breaks, TypePairs types)
{
    internal void Compare(SchemaModel old, SchemaModel @new)
    {
        Dictionary<uint, PacketDefinition> oldById = old.Packets.ToDictionary(packet => packet.Id);
        (SchemaIndex oldTypes, SchemaIndex newTypes) = (new SchemaIndex(old), new SchemaIndex(@new));
        Dictionary<uint, PacketDefinition> newById = @new.Packets.ToDictionary(packet => packet.Id);
        HashSet<string> moved = new(StringComparer.Ordinal);
        foreach (PacketDefinition before in old.Packets)
        {
            if (PacketOf(types.NewOf(before.Type)) is { } same)
            {
                moved.Add(same.Type);
                CompareSame(before, same, oldById);
                if (before.IsPacked && same.IsPacked && !Shape(oldTypes, before).SequenceEqual(Shape(newTypes, same)))
                {
                    Add(EvolutionRule.PacketShapeChanged, same, "is packed, and has other fields or types than it had.");
                }
            }
            else if (!newById.TryGetValue(before.Id, out PacketDefinition? other) || PacketOf(types.OldOf(other.Type)) is not null)
            {
                string reason = $"'{before.Type}' was the packet with the id {before.Id}, and the new schema has no such packet.";
                breaks.Owner = before.Type;
                breaks.AddOld(EvolutionRule.PacketRemoved, before.Span, reason);
            }
        }

        foreach (PacketDefinition after in @new.Packets)
        {
            if (!moved.Contains(after.Type) && oldById.TryGetValue(after.Id, out PacketDefinition? before))
            {
                Add(EvolutionRule.PacketIdReused, after, $"has the packet id {after.Id}, which '{before.Type}' had.");
            }
        }
    }

    internal static PacketDefinition? PacketOf(Definition? type) => type switch
    {
        TableDefinition table => table.Packet,
        StructDefinition record => record.Packet,
        _ => null,
    };

    private void CompareSame(PacketDefinition before, PacketDefinition after, Dictionary<uint, PacketDefinition> oldById)
    {
        if (before.Id != after.Id)
        {
            string owner = oldById.TryGetValue(after.Id, out PacketDefinition? other) ? $", which '{other.Type}' had" : string.Empty;
            Add(EvolutionRule.PacketIdMoved, after, $"had the packet id {before.Id}, and has the packet id {after.Id}{owner}.");
        }

        if (after.Direction != PacketDirection.Both && after.Direction != before.Direction)
        {
            Add(EvolutionRule.PacketDirectionNarrowed, after, $"could be sent by {Sender(before)}, and can be sent by {Sender(after)}.");
        }

        if (before.IsPacked != after.IsPacked || before.Baselines != after.Baselines)
        {
            Add(EvolutionRule.PacketPackedChanged, after, $"was {Form(before)}, and is {Form(after)}.");
        }

        // A request that had no answer could not be asked.
        if (before.Answer is { } answer && (types.NewOf(answer)?.FullName != after.Answer || before.HasManyAnswers != after.HasManyAnswers))
        {
            Add(EvolutionRule.PacketAnswerChanged, after, $"had {AnswerOf(before)}, and has {AnswerOf(after)}.");
        }

        bool arePacked = before.IsPacked && after.IsPacked && !after.IsStruct;
        (int? oldSize, int? newSize) = (LimitOf(before, arePacked), LimitOf(after, arePacked));

        // All payloads of a struct have its size, so only a lower limit rejects any.
        bool acceptsAll = types.NewOf(before.Type) is StructDefinition definition && definition.Size <= newSize;
        if (newSize is not null && !(oldSize <= newSize) && !acceptsAll)
        {
            AddLowered(after, "packet_max_size", oldSize, newSize, null);
        }

        const int DefaultDepth = PacketDefinition.DefaultMaxDepth;
        if ((after.MaxDepth ?? DefaultDepth) < (before.MaxDepth ?? DefaultDepth))
        {
            AddLowered(after, "packet_max_depth", before.MaxDepth, after.MaxDepth, $"({DefaultDepth})");
        }

        if ((before.MaxTables ?? after.MaxTables) is not null
            && (after.TablesOfSmallPayload < before.TablesOfSmallPayload || after.TablesOfLargestPayload < before.TablesOfLargestPayload))
        {
            AddLowered(after, "packet_max_tables", before.MaxTables, after.MaxTables, PacketDefinition.DefaultMaxTablesText);
        }
    }

    // Without the header, which contains limits.
    private static IEnumerable<uint> Shape(SchemaIndex types, PacketDefinition packet) =>
        PackingShape.Of(types, types.Find(packet.Type), null).Skip(PackingShape.HeaderSize);

    private void AddLowered(PacketDefinition packet, string name, int? before, int? after, string? byDefault)
    {
        string old = before is { } limit ? $"the {name} {limit}" : byDefault is null ? $"no {name}" : $"the default {name} {byDefault}";
        string now = after is { } lower ? $"{lower}" : $"the default {byDefault}";
        Add(EvolutionRule.PacketLimitLowered, packet, $"had {old}, and has {now}.");
    }

    private void Add(EvolutionRule rule, PacketDefinition packet, string reason)
    {
        breaks.Owner = packet.Type;
        breaks.Add(rule, packet.Span, $"'{packet.Type}' {reason}");
    }

    private static int? LimitOf(PacketDefinition packet, bool isPacked) =>
        packet.MaxSize ?? (isPacked ? PacketDefinition.DefaultMaxUnpackedSize : null);

    private static string Form(PacketDefinition packet) => packet.Baselines > 0
        ? $"sent as a difference to one of {packet.Baselines.ToString(CultureInfo.InvariantCulture)}" : packet.IsPacked ? "packed" : "not packed";

    private static string AnswerOf(PacketDefinition packet) =>
        packet.Answer is null ? "no answer" : $"{(packet.HasManyAnswers ? "a stream of the answer" : "the answer")} '{packet.Answer}'";

    private static string Sender(PacketDefinition packet) => packet.Direction switch
    {
        PacketDirection.Client => "only the client",
        PacketDirection.Server => "only the server",
        _ => "both sides",
    };
}
