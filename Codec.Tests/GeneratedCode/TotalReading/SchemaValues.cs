using System;
using System.Collections.Generic;
using System.Reflection;
using Codec.Schema.Model;

namespace Codec.Tests.GeneratedCode.TotalReading;

/// <summary>Random values of a model's compiled tables.</summary>
internal sealed class SchemaValues
{
    private readonly HashSet<string> _required = [];
    private readonly Dictionary<string, Type> _nested = [];

    public SchemaValues(SchemaModel model, Assembly assembly)
    {
        foreach (TableDefinition table in model.Tables)
        {
            Type type = assembly.GetType(table.FullName, throwOnError: true)!;
            foreach ((TableField field, PropertyInfo property) in PlainFields.Of(type, table))
            {
                if (field.Presence == FieldPresence.Required)
                {
                    _required.Add(type.FullName + "." + property.Name);
                }

                if (field.NestedFlatBuffer is string nested)
                {
                    _nested.Add(type.FullName + "." + property.Name, assembly.GetType(nested, throwOnError: true)!);
                }
            }
        }
    }

    /// <summary>An object of a plain type.</summary>
    /// <param name="type">The type.</param>
    /// <param name="random">What the values follow from.</param>
    /// <param name="neverEmpty">Whether it is to be one that other builders can hold too, which know no difference between empty and missing.</param>
    /// <param name="maxDepth">How deep objects nest.</param>
    public object Fill(Type type, Random random, bool neverEmpty, int maxDepth) =>
        new RandomPlain(random, _required, maxDepth: maxDepth, neverEmpty: neverEmpty, nested: _nested).Fill(type);
}
