namespace Codec.Schema.Model;

/// <summary>Finds a model's definitions by full name.</summary>
/// <remarks>Does not compare by value: an incremental pipeline must store the model instead of the index. Thread-safe.</remarks>
public sealed class SchemaIndex
{
    private readonly Dictionary<string, Definition> _definitions;

    /// <summary>Creates an index of a model.</summary>
    /// <param name="model">The model.</param>
    public SchemaIndex(SchemaModel model)
    {
        IEnumerable<Definition> all = model.Types;
        _definitions = all.ToDictionary(definition => definition.FullName);
    }

    /// <summary>Returns the type of any kind with a full name.</summary>
    internal Definition Find(string fullName) => _definitions[fullName];

    /// <summary>Returns the enum with a full name.</summary>
    /// <param name="fullName">The full name, as in <see cref="TypeReference.Definition"/>.</param>
    /// <returns>The definition.</returns>
    /// <exception cref="KeyNotFoundException">The model has no such definition.</exception>
    public EnumDefinition Enum(string fullName) => (EnumDefinition)_definitions[fullName];

    /// <summary>Returns the union with a full name.</summary>
    /// <param name="fullName">The full name, as in <see cref="TypeReference.Definition"/>.</param>
    /// <returns>The definition.</returns>
    /// <exception cref="KeyNotFoundException">The model has no such definition.</exception>
    public UnionDefinition Union(string fullName) => (UnionDefinition)_definitions[fullName];

    /// <summary>Returns the struct with a full name.</summary>
    /// <param name="fullName">The full name, as in <see cref="TypeReference.Definition"/>.</param>
    /// <returns>The definition.</returns>
    /// <exception cref="KeyNotFoundException">The model has no such definition.</exception>
    public StructDefinition Struct(string fullName) => (StructDefinition)_definitions[fullName];

    /// <summary>Returns the table with a full name.</summary>
    /// <param name="fullName">The full name, as in <see cref="TypeReference.Definition"/>.</param>
    /// <returns>The definition.</returns>
    /// <exception cref="KeyNotFoundException">The model has no such definition.</exception>
    public TableDefinition Table(string fullName) => (TableDefinition)_definitions[fullName];
}
