using Codec.Schema.Binding;

namespace Codec.Schema.Layout;

/// <summary>Finds packets whose limit is smaller than every payload that generated code writes.</summary>
internal static class PacketLimitCheck
{
    internal static void Run(SchemaModel model, DiagnosticBag diagnostics)
    {
        SchemaIndex index = new(model);
        Dictionary<string, string> identifiers = SchemaFile.Identifiers(model.Files);
        foreach (PacketDefinition packet in model.Packets.Where(packet => packet.MaxSize is not null))
        {
            Definition type = index.Find(packet.Type);
            byte[]? identifier = identifiers.TryGetValue(packet.Type, out string? text) ? Encoding.UTF8.GetBytes(text) : null;
            long smallest = type is TableDefinition table && new TableLayout(table, identifier) is var layout
                ? (long)layout.RootTable + layout.PaddedSize
                : ((StructDefinition)type).Size;
            if (packet.MaxSize < smallest)
            {
                diagnostics.Report(
                    SchemaRule.LimitTooLow,
                    type.Attributes.First(attribute => attribute.Name == Binder.PacketMaxSize).Span,
                    CodeText.Of($"""
                        {Binder.PacketMaxSize} is {packet.MaxSize.Value}, but the smallest payload of '{type.FullName}' \
                        that generated code writes has {(int)Math.Min(int.MaxValue, smallest)} bytes.
                        """));
            }
        }
    }
}
