using System.IO;
using Codec.Schema.Diagnostics;

namespace Codec.Interpreter;

/// <summary>A schema that is read at run time: verifies, reads and writes payloads without generated code. Thread-safe.</summary>
public sealed class PayloadSchema
{
    // The compiler needs about 50 times as much memory. The schema of a game has a few hundred KB.
    private const int MaxFileSize = 16 * 1024 * 1024;

    private readonly Dictionary<uint, PayloadMessage> _packets = [];
    private readonly Dictionary<string, PayloadMessage> _messages = new(StringComparer.Ordinal);
    private readonly Dictionary<string, PayloadNames> _enums = new(StringComparer.Ordinal);
    private readonly Dictionary<string, PayloadUnion> _unions = new(StringComparer.Ordinal);
    private readonly Dictionary<string, PayloadStruct> _structs = new(StringComparer.Ordinal);
    private readonly Dictionary<string, PayloadTable> _tables = new(StringComparer.Ordinal);

    /// <summary>Creates a payload schema from a model that <see cref="Check"/> accepts.</summary>
    internal PayloadSchema(SchemaModel model)
    {
        SchemaIndex index = new(model);
        foreach (EnumDefinition definition in model.Enums)
        {
            _enums.Add(definition.FullName, Names(definition));
        }

        foreach (UnionDefinition definition in model.Unions)
        {
            _unions.Add(definition.FullName, new PayloadUnion(definition, Names(definition)));
        }

        foreach (StructDefinition definition in model.Structs)
        {
            // Each struct comes after the structs that it contains.
            PayloadStruct created = new(definition, [.. definition.Fields.Select(Create)]);
            _structs.Add(definition.FullName, created);
            Add(index, definition, definition.Packet, null, created);
        }

        foreach (TableLayout layout in new ModelLayout(model).Tables)
        {
            PayloadTable created = new(layout);
            _tables.Add(created.FullName, created);
            Add(index, layout.Definition, layout.Definition.Packet, created, null);
        }

        foreach (UnionDefinition definition in model.Unions)
        {
            foreach (UnionMember member in definition.Members)
            {
                _unions[definition.FullName].Members[member.Id.Bits] = Create(member.Type);
            }
        }

        foreach (PayloadTable table in _tables.Values)
        {
            table.Fields = [.. table.Layout.Definition.Fields.Select(field => Create(table, field))];
            table.Names = Names(table.Fields);
        }
    }

    /// <summary>Gets the full paths of the files that the model was read from.</summary>
    internal IReadOnlyCollection<string> Files { get; init; } = [];

    /// <summary>Gets the tables and structs.</summary>
    public IReadOnlyCollection<PayloadMessage> Messages => _messages.Values;

    /// <summary>Gets a table or struct.</summary>
    /// <param name="name">The full name, or only the name if it is unique.</param>
    /// <exception cref="KeyNotFoundException">There is no such table or struct, or more than one.</exception>
    public PayloadMessage this[string name] => Found(Find(name), name);

    /// <summary>Gets the payload of a packet.</summary>
    /// <param name="id">The packet's id.</param>
    /// <exception cref="KeyNotFoundException">The schema has no such packet.</exception>
    public PayloadMessage this[uint id] => Found(Find(id), id);

    /// <summary>Reads a schema and the files that it includes.</summary>
    /// <param name="path">The path of the schema.</param>
    /// <param name="includeFolders">The folders to search for included files, after the folder of the file that includes them.</param>
    /// <exception cref="FormatException">The schema has errors. The message contains them.</exception>
    /// <exception cref="IOException">A file cannot be read, or has more than 16 MiB.</exception>
    public static PayloadSchema Load(string path, params string[] includeFolders)
    {
        string full = Path.GetFullPath(path);
        return Compile(SchemaSource.Decode(full, ReadFile(full)), Included, includeFolders.Select(Path.GetFullPath));
    }

    /// <summary>Reads the text of a schema. It may only include <c>packets.fbs</c>.</summary>
    /// <param name="text">The text.</param>
    /// <exception cref="FormatException">The schema has errors. The message contains them.</exception>
    public static PayloadSchema Parse(string text) => Compile(new SchemaSource("schema", text), _ => null, []);

    /// <summary>Finds the payload of a packet.</summary>
    /// <param name="id">The packet's id.</param>
    /// <returns>The message, or <see langword="null"/> if the schema has no such packet.</returns>
    public PayloadMessage? Find(uint id) => _packets.TryGetValue(id, out PayloadMessage? message) ? message : null;

    /// <summary>Finds a table or struct.</summary>
    /// <param name="name">The full name, or only the name if it is unique.</param>
    /// <returns>The message, or <see langword="null"/> if there is no such message, or more than one.</returns>
    public PayloadMessage? Find(string name)
    {
        if (_messages.TryGetValue(name, out PayloadMessage? message))
        {
            return message;
        }

        PayloadMessage[] found = [.. _messages.Values.Where(candidate => candidate.Name == name).Take(2)];
        return found.Length == 1 ? found[0] : null;
    }

    private static PayloadMessage Found(PayloadMessage? message, object key)
    {
        if (message is null)
        {
            Throw.NoSuchMessage(key);
        }

        return message;
    }

    private static SchemaSource? Included(string path)
    {
        string full = Path.GetFullPath(path);
        return File.Exists(full) ? SchemaSource.Decode(full, ReadFile(full)) : null;
    }

    /// <summary>Reads a schema that may be a pipe, or is open in an editor.</summary>
    internal static byte[] ReadFile(string path)
    {
        using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        return ReadFile(stream, path);
    }

    /// <summary>Reads a schema. The name is that of an error message.</summary>
    internal static byte[] ReadFile(Stream stream, string name)
    {
        using MemoryStream content = new();
        byte[] chunk = new byte[64 * 1024];
        int count;
        while ((count = stream.Read(chunk, 0, chunk.Length)) > 0)
        {
            content.Write(chunk, 0, count);
            if (content.Length > MaxFileSize)
            {
                Throw.FileTooLarge(name, MaxFileSize >> 20);
            }
        }

        return content.ToArray();
    }

    /// <summary>Adds errors for tables that are too large for a vtable, and for 64-bit offsets.</summary>
    internal static SchemaResult Check(SchemaResult result) => result.With([.. TableCheck.Find(result.Model, SchemaRule.NotInCSharp)]);

    private static PayloadSchema Compile(SchemaSource root, SchemaReader reader, IEnumerable<string> includeFolders)
    {
        SchemaResult result = Check(SchemaCompiler.Compile([root], reader, includeFolders));
        if (result.Model is null)
        {
            Throw.SchemaInvalid(string.Join("\n", result.Diagnostics.Where(diagnostic => diagnostic.Rule.Severity == SchemaSeverity.Error)));
        }

        return new PayloadSchema(result.Model);
    }

    private static PayloadNames Names(EnumDefinition definition) => new(
        definition.Values.Select(value => (value.Name, value.Value)), definition.Underlying, definition.IsBitFlags);

    private static PayloadNames Names(UnionDefinition definition) => new(
        definition.Members.Select(member => (member.Name, member.Id)).Prepend(("NONE", new ScalarValue(definition.Underlying, 0))), definition.Underlying);

    private static Dictionary<string, int> Names(PayloadField[] fields)
    {
        Dictionary<string, int> names = new(StringComparer.Ordinal);
        for (int i = 0; i < fields.Length; i++)
        {
            if (fields[i].HasUnionType)
            {
                names[fields[i].Name + "_type"] = fields.Length + i;
            }

            names[fields[i].Name] = i;
        }

        return names;
    }

    private void Add(SchemaIndex index, Definition definition, PacketDefinition? packet, PayloadTable? table, PayloadStruct? record)
    {
        PayloadMessage message = new(index, definition, packet, table, record);
        _messages.Add(definition.FullName, message);
        if (packet is not null)
        {
            _packets.Add(packet.Id, message);
        }
    }

    private PayloadStructField Create(StructField field) => new()
    {
        Definition = field,
        Type = Create(field.Type),
        JsonName = JsonEncodedText.Encode(field.Name),
    };

    private PayloadField Create(PayloadTable table, TableField field) => new()
    {
        Definition = field,
        Type = Create(field.Type),
        Layout = table.Layout.Fields.FirstOrDefault(place => ReferenceEquals(place.Field, field)),
        Nested = field.NestedTable is { } nested ? _tables[nested] : null,
        JsonName = JsonEncodedText.Encode(field.Name),
        JsonTypeName = JsonEncodedText.Encode(field.Name + "_type"),
        DefaultText = field.DefaultText is { } text ? Encoding.UTF8.GetBytes(text) : null,
        Default = field.Default is { } value ? (value.IsReal ? value.WireBits : value.Bits) : 0,
    };

    private PayloadType Create(TypeReference type) => new()
    {
        Kind = type.Kind,
        Scalar = type.Scalar,
        Size = type.InlineSize,
        Alignment = type.InlineAlignment,
        Length = type.Length,
        Names = type.Kind == TypeKind.Enum ? _enums[type.Definition!] : null,
        Element = type.Element is null ? null : Create(type.Element),
        Table = type.Kind == TypeKind.Table ? _tables[type.Definition!] : null,
        Struct = type.Kind == TypeKind.Struct ? _structs[type.Definition!] : null,
        Union = type.Kind == TypeKind.Union ? _unions[type.Definition!] : null,
    };
}
