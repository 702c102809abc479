namespace Codec.Tests.GeneratedCode.TotalReading;

/// <summary>Creates random values of the compiled tables of a model.</summary>
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

    /// <summary>Creates an object of a plain type.</summary>
    /// <param name="type">The type.</param>
    /// <param name="random">The source of random numbers.</param>
    /// <param name="neverEmpty">Whether other builders must be able to preserve the object. They do not distinguish empty from missing
    /// values.</param>
    /// <param name="maxDepth">The maximum nesting depth of objects.</param>
    public object Fill(Type type, Random random, bool neverEmpty, int maxDepth) =>
        new RandomPlain(random, _required, maxDepth: maxDepth, neverEmpty: neverEmpty, nested: _nested).Fill(type);
}
