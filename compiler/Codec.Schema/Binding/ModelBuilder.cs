namespace Codec.Schema.Binding;

/// <summary>Combines the declarations of the root files. A file that several root files include is added once.</summary>
internal sealed class ModelBuilder(DiagnosticBag diagnostics)
{
    // A type may have the name of a service.
    private readonly Dictionary<(bool IsService, string FullName), Definition> _definitions = [];
    private readonly Dictionary<(bool IsService, string FullName), SourceSpan> _names = [];
    private readonly Dictionary<uint, PacketDefinition> _packets = [];
    private readonly Dictionary<string, SchemaFile> _files = [];
    private readonly List<string> _fileOrder = [];
    private readonly List<Definition> _order = [];

    /// <summary>Adds a file. Reports an error if its includes or its root type refer to something else than with an earlier root file.</summary>
    internal void Add(SchemaFile file, FileSyntax syntax)
    {
        if (!_files.TryGetValue(file.Path, out SchemaFile? other))
        {
            _files.Add(file.Path, file);
            _fileOrder.Add(file.Path);
            return;
        }

        // If the numbers of includes differ, one was not found, which is an error too.
        for (int i = 0; i < file.Includes.Count && file.Includes.Count == other.Includes.Count; i++)
        {
            if (file.Includes[i] != other.Includes[i])
            {
                diagnostics.Report(
                    SchemaRule.DuplicateName,
                    syntax.Source.Span(syntax.Includes[i]),
                    $"'{syntax.Includes[i].Shown}' refers to different files in the schemas that include this file: '{other.Includes[i]}' and '{file.Includes[i]}'.");
            }
        }

        if (file.RootType is { } root && other.RootType is { } otherRoot && root != otherRoot)
        {
            diagnostics.Report(
                SchemaRule.DuplicateName,
                file.RootTypeSpan!.Value,
                $"The root type refers to different tables in the schemas that include this file: '{otherRoot}' and '{root}'.");
        }
    }

    internal void Add(Definition definition)
    {
        (bool, string) name = (definition is ServiceDefinition, definition.FullName);
        if (!_definitions.TryGetValue(name, out Definition? other))
        {
            _definitions.Add(name, definition);
            _order.Add(definition);
        }
        else if (!other.Equals(definition))
        {
            // A name in an included file can refer to different types. This depends on the root's folder, and on what the root declares or includes
            // first.
            diagnostics.Report(
                SchemaRule.DuplicateName,
                definition.Span,
                $"'{definition.FullName}' refers to different types in the schemas that include it.");
        }
    }

    /// <summary>Registers the name of a type or service. Reports an error if one in another place has the same name.</summary>
    internal void Declare(string fullName, SourceSpan span, bool isService)
    {
        if (!_names.TryGetValue((isService, fullName), out SourceSpan other))
        {
            _names.Add((isService, fullName), span);
        }
        else if (other != span)
        {
            Report(SchemaRule.DuplicateName, span, $"'{fullName}' is already declared", other);
        }
    }

    /// <summary>Registers a packet. Reports an error if another packet has the same id.</summary>
    internal void Declare(PacketDefinition packet)
    {
        if (!_packets.TryGetValue(packet.Id, out PacketDefinition? other))
        {
            _packets.Add(packet.Id, packet);
        }
        else if (other.Span != packet.Span)
        {
            Report(SchemaRule.DuplicatePacketId, packet.Span, $"The packet id {packet.Id} already belongs to '{other.Type}'", other.Span);
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

    private void Report(SchemaRule rule, SourceSpan span, string message, SourceSpan other) =>
        diagnostics.Report(rule, span, FormattableString.Invariant($"{message}, at {other.Path}({other.Line},{other.Column})."));
}
