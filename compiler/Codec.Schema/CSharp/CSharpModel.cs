namespace Codec.Schema.CSharp;

/// <summary>A model with its layouts and C# names, which the emitters share.</summary>
internal sealed class CSharpModel
{
    public const string Inline = "[Jit_::MethodImpl(Jit_::MethodImplOptions.AggressiveInlining)]";

    public const string Hidden = "[Edit_::EditorBrowsable(Edit_::EditorBrowsableState.Never)]";

    private readonly Dictionary<string, CSharpUnion> _unions;
    private readonly Dictionary<string, CSharpStruct> _structs;
    private readonly Dictionary<string, CSharpTable> _tables;

    public CSharpModel(SchemaModel model)
    {
        Model = model;
        Index = new SchemaIndex(model);
        Aliases = new NamespaceAliases(model);
        _tables = new ModelLayout(model).Tables.ToDictionary(
            layout => layout.Definition.FullName, layout => new CSharpTable(layout), StringComparer.Ordinal);
        _structs = model.Structs.ToDictionary(type => type.FullName, type => new CSharpStruct(type), StringComparer.Ordinal);
        _unions = model.Unions.ToDictionary(type => type.FullName, type => new CSharpUnion(type), StringComparer.Ordinal);
    }

    public SchemaModel Model { get; }
    public SchemaIndex Index { get; }
    public NamespaceAliases Aliases { get; }

    public CSharpTable Table(string fullName) => _tables[fullName];

    public CSharpStruct Struct(string fullName) => _structs[fullName];

    public CSharpUnion Union(string fullName) => _unions[fullName];

    public uint[] Shape(PacketDefinition packet) => !packet.IsPacked ? []
        : PackingShape.Of(Index, Index.Find(packet.Type), packet.IsStruct ? null : Table(packet.Type).Layout.Identifier);

    /// <summary>Returns the C# type of a definition in its own declaration: its name, after <c>global::</c> without a namespace.</summary>
    public static string Self(Definition definition)
    {
        string name = CSharpNames.Identifier(CSharpNames.Name(definition));
        return definition.Namespace.Length == 0 ? "global::" + name : name;
    }

    public string Type(string fullName)
    {
        Definition definition = Index.Find(fullName);
        return definition.Namespace.Length == 0 ? Self(definition) : $"{Aliases[definition.Namespace]}::{Self(definition)}";
    }

    public string Nested(TypeReference type, string name) => Nested(type.Definition!, name);

    public string Nested(string fullName, string name) =>
        $"{Type(fullName)}.{(_tables.TryGetValue(fullName, out CSharpTable? table) ? table.Members : _unions[fullName].Members)[name]}";

    /// <summary>Returns the C# type of a value: a number, an enum, a struct, a string, a table's object or a union's value.</summary>
    public string ValueType(TypeReference type) => type.Kind switch
    {
        TypeKind.Scalar => ScalarType.Of(type.Scalar).CSharp,
        TypeKind.String => "string",
        _ => Type(type.Definition!),
    };

    public string Literal(TypeReference type, ScalarValue value)
    {
        if (type.Kind != TypeKind.Enum)
        {
            return CSharpNames.Literal(value);
        }

        EnumValue? named = Index.Enum(type.Definition!).Values.FirstOrDefault(candidate => candidate.Value.Bits == value.Bits);
        return named is null
            ? $"({Type(type.Definition!)})({CSharpNames.Literal(value)})"
            : $"{Type(type.Definition!)}.{CSharpNames.Identifier(CSharpNames.Name(named))}";
    }
}
