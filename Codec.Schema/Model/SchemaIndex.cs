using System.Collections.Generic;
using System.Linq;

namespace Codec.Schema.Model;

/// <summary>Finds a model's definitions by full name.</summary>
/// <remarks>Not equal by value: keep the model, not the index, in an incremental pipeline. Safe to read from many threads.</remarks>
public sealed class SchemaIndex
{
    private readonly Dictionary<string, Definition> _definitions;

    /// <summary>Indexes a model.</summary>
    /// <param name="model">The model.</param>
    public SchemaIndex(SchemaModel model)
    {
        IEnumerable<Definition> all = model.Types;
        _definitions = all.ToDictionary(definition => definition.FullName);
    }

    /// <summary>The enum that a full name of the model names.</summary>
    /// <param name="fullName">As in <see cref="TypeReference.Definition"/>.</param>
    /// <returns>The definition.</returns>
    /// <exception cref="KeyNotFoundException">The model has no such definition.</exception>
    public EnumDefinition Enum(string fullName) => (EnumDefinition)_definitions[fullName];

    /// <summary>The union that a full name of the model names.</summary>
    /// <param name="fullName">As in <see cref="TypeReference.Definition"/>.</param>
    /// <returns>The definition.</returns>
    /// <exception cref="KeyNotFoundException">The model has no such definition.</exception>
    public UnionDefinition Union(string fullName) => (UnionDefinition)_definitions[fullName];

    /// <summary>The struct that a full name of the model names.</summary>
    /// <param name="fullName">As in <see cref="TypeReference.Definition"/>.</param>
    /// <returns>The definition.</returns>
    /// <exception cref="KeyNotFoundException">The model has no such definition.</exception>
    public StructDefinition Struct(string fullName) => (StructDefinition)_definitions[fullName];

    /// <summary>The table that a full name of the model names.</summary>
    /// <param name="fullName">As in <see cref="TypeReference.Definition"/>.</param>
    /// <returns>The definition.</returns>
    /// <exception cref="KeyNotFoundException">The model has no such definition.</exception>
    public TableDefinition Table(string fullName) => (TableDefinition)_definitions[fullName];
}
