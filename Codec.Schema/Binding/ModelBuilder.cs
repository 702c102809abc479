using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Diagnostics;
using Codec.Schema.Model;

namespace Codec.Schema.Binding;

/// <summary>Joins what the root files declare: what two of them include counts once.</summary>
internal sealed class ModelBuilder(DiagnosticBag diagnostics)
{
    private readonly Dictionary<string, Definition> _definitions = [];
    private readonly Dictionary<string, Definition> _services = [];
    private readonly Dictionary<int, PacketDefinition> _packets = [];
    private readonly Dictionary<string, SchemaFile> _files = [];
    private readonly List<string> _fileOrder = [];
    private readonly List<Definition> _order = [];

    internal void Add(SchemaFile file)
    {
        if (!_files.ContainsKey(file.Path))
        {
            _fileOrder.Add(file.Path);
        }

        _files[file.Path] = file;
    }

    internal void Add(Definition definition)
    {
        Dictionary<string, Definition> known = definition is ServiceDefinition ? _services : _definitions;
        if (known.TryGetValue(definition.FullName, out Definition? other))
        {
            if (other.Span != definition.Span)
            {
                Report(SchemaRule.DuplicateName, definition.Span, $"'{definition.FullName}' is already declared", other.Span);
            }

            return;
        }

        known.Add(definition.FullName, definition);
        _order.Add(definition);
        PacketDefinition? packet = (definition as TableDefinition)?.Packet ?? (definition as StructDefinition)?.Packet;
        if (packet is not null)
        {
            Add(packet);
        }
    }

    internal SchemaModel ToModel() => new()
    {
        Files = new EquatableArray<SchemaFile>(_fileOrder.Select(path => _files[path])),
        Enums = new EquatableArray<EnumDefinition>(_order.OfType<EnumDefinition>()),
        Unions = new EquatableArray<UnionDefinition>(_order.OfType<UnionDefinition>()),
        Structs = new EquatableArray<StructDefinition>(_order.OfType<StructDefinition>()),
        Tables = new EquatableArray<TableDefinition>(_order.OfType<TableDefinition>()),
        Services = new EquatableArray<ServiceDefinition>(_order.OfType<ServiceDefinition>()),
        Packets = new EquatableArray<PacketDefinition>(_packets.Values.OrderBy(packet => packet.Id)),
    };

    private void Add(PacketDefinition packet)
    {
        if (_packets.TryGetValue(packet.Id, out PacketDefinition? other))
        {
            Report(SchemaRule.DuplicatePacketId, packet.Span, $"The packet id {packet.Id} belongs to '{other.Type}' already", other.Span);
            return;
        }

        _packets.Add(packet.Id, packet);
    }

    private void Report(SchemaRule rule, SourceSpan span, string message, SourceSpan other) =>
        diagnostics.Report(rule, span, System.FormattableString.Invariant($"{message}, at {other.Path}({other.Line},{other.Column})."));
}
