using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Schema.Binding;

/// <summary>Finds packets whose limit is smaller than every payload that generated code writes.</summary>
internal static class PacketLimitCheck
{
    internal static void Run(SchemaModel model, DiagnosticBag diagnostics)
    {
        Dictionary<string, string> identifiers = SchemaFile.Identifiers(model.Files);
        IEnumerable<(Definition Type, PacketDefinition? Packet, int Smallest)> payloads =
        [
            .. model.Structs.Select(type => ((Definition)type, type.Packet, type.Size)),
            .. model.Tables.Select(type => ((Definition)type, type.Packet, SmallestPayload(type, identifiers.ContainsKey(type.FullName)))),
        ];
        foreach ((Definition type, PacketDefinition? packet, int smallest) in payloads)
        {
            if (packet?.MaxSize < smallest)
            {
                diagnostics.Report(
                    SchemaRule.LimitTooLow,
                    type.Attributes.First(attribute => attribute.Name == Binder.PacketMaxSize).Span,
                    FormattableString.Invariant($"{Binder.PacketMaxSize} is {packet.MaxSize}, but the smallest payload of '{type.FullName}' that generated code writes has {smallest} bytes."));
            }
        }
    }

    private static int SmallestPayload(TableDefinition table, bool hasIdentifier)
    {
        TableLayout layout = new(table);
        return (int)Math.Min(int.MaxValue, (long)layout.RootTable(hasIdentifier) + layout.PaddedSize);
    }
}
