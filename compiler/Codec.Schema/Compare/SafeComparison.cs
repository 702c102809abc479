namespace Codec.Schema.Compare;

/// <summary>Finds the changes that break nothing. Some need care, which is the advice of their rule.</summary>
internal sealed class SafeComparison(BreakList changes, TypePairs types, SchemaModel old, SchemaModel @new)
{
    // The tables that payloads with a limit can contain, with the limit of old peers.
    private Dictionary<string, string>? _limits;

    internal void Compare()
    {
        foreach (Definition type in @new.Types)
        {
            switch (types.OldOf(type.FullName), type)
            {
                case (null, _) when PacketComparison.PacketOf(type) is null:
                    changes.Add(EvolutionRule.TypeAdded, type.Span, $"'{type.FullName}' is new.");
                    break;
                case (TableDefinition before, TableDefinition after):
                    CompareFields(before, after);
                    break;
                case (EnumDefinition before, EnumDefinition after):
                    Added(EvolutionRule.EnumValueAdded, after, before.Values, after.Values, value => value.Value.Bits);
                    break;
                case (UnionDefinition before, UnionDefinition after):
                    Added(EvolutionRule.UnionMemberAdded, after, before.Members, after.Members, member => member.Id.Bits);
                    break;
            }
        }

        HashSet<uint> ids = [.. old.Packets.Select(packet => packet.Id)];
        foreach (PacketDefinition after in @new.Packets)
        {
            if (PacketComparison.PacketOf(types.OldOf(after.Type)) is { } before)
            {
                ComparePackets(before, after);
            }
            else if (!ids.Contains(after.Id))
            {
                changes.Add(EvolutionRule.PacketAdded, after.Span, $"'{after.Type}' is a new packet.");
            }
        }
    }

    private void Added<T>(EvolutionRule rule, Definition type, IEnumerable<T> before, IEnumerable<T> after, Func<T, ulong> numberOf)
        where T : Declaration
    {
        HashSet<ulong> numbers = [.. before.Select(numberOf)];
        HashSet<string> names = [.. before.Select(item => item.Name)];
        foreach (T item in after.Where(item => !numbers.Contains(numberOf(item)) && !names.Contains(item.Name)))
        {
            changes.Add(rule, item.Span, $"'{item.Name}' of '{type.FullName}' is new.");
        }
    }

    private void CompareFields(TableDefinition before, TableDefinition after)
    {
        HashSet<string> names = [.. before.Fields.Select(field => field.Name)];
        HashSet<int> ids = [.. before.Fields.SelectMany(TableComparison.Ids)];
        foreach (TableField field in after.Fields.Where(field =>
            field.Presence != FieldPresence.Required && !names.Contains(field.Name) && !TableComparison.Ids(field).Any(ids.Contains)))
        {
            bool isLimited = (_limits ??= Limits()).TryGetValue(after.FullName, out string? limit);
            changes.Add(
                isLimited ? EvolutionRule.FieldMayExceedLimit : EvolutionRule.FieldAdded,
                field.Span,
                $"'{field.Name}' of '{after.FullName}' is new{(isLimited ? $" and makes payloads longer; {limit}" : string.Empty)}.");
        }
    }

    private void ComparePackets(PacketDefinition before, PacketDefinition after)
    {
        const int DefaultDepth = PacketDefinition.DefaultMaxDepth;
        if (before.MaxSize < (after.MaxSize ?? int.MaxValue) || (before.MaxDepth ?? DefaultDepth) < (after.MaxDepth ?? DefaultDepth) || before.MaxTables < after.MaxTables)
        {
            changes.Add(EvolutionRule.PacketLimitRaised, after.Span, $"A limit of '{after.Type}' is higher than it was.");
        }

        if (before.Direction != after.Direction && after.Direction == PacketDirection.Both)
        {
            changes.Add(EvolutionRule.PacketDirectionWidened, after.Span, $"'{after.Type}' may now be sent by both sides.");
        }
    }

    private Dictionary<string, string> Limits()
    {
        Dictionary<string, Definition> definitions = @new.Types.ToDictionary(type => type.FullName);
        Dictionary<string, string> limits = new(StringComparer.Ordinal);

        // The lowest limit remains.
        foreach (PacketDefinition packet in old.Packets
            .Where(packet => packet.MaxSize is not null && types.NewOf(packet.Type) is TableDefinition)
            .OrderByDescending(packet => packet.MaxSize))
        {
            foreach (string reached in Reachable.From([types.NewOf(packet.Type)!.FullName], name => definitions[name].Uses().Select(use => use.Type)))
            {
                limits[reached] = FormattableString.Invariant($"old peers accept at most {packet.MaxSize} bytes of '{packet.Type}'");
            }
        }

        return limits;
    }
}
