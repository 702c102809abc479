namespace Codec.Schema.Model;

/// <summary>Finds a model's definitions by full name.</summary>
/// <remarks>Does not compare by value: an incremental pipeline must store the model instead of the index. Thread-safe.</remarks>
public sealed class SchemaIndex
{
    private readonly Dictionary<string, Definition> _definitions;

    /// <summary>Creates an index of a model.</summary>
    public SchemaIndex(SchemaModel model) => _definitions = model.Types.ToDictionary(definition => definition.FullName);

    internal Definition Find(string fullName) => _definitions[fullName];

    internal EnumDefinition Enum(string fullName) => (EnumDefinition)_definitions[fullName];

    internal UnionDefinition Union(string fullName) => (UnionDefinition)_definitions[fullName];

    internal StructDefinition Struct(string fullName) => (StructDefinition)_definitions[fullName];

    internal TableDefinition Table(string fullName) => (TableDefinition)_definitions[fullName];
}
