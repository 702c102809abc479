namespace Codec.Tests.GeneratedCode;

/// <summary>Maps the fields of a table to the properties of its plain type. Both are in the order of the schema.</summary>
internal static class PlainFields
{
    public static IReadOnlyList<(TableField Field, PropertyInfo Property)> Of(Type plain, TableDefinition table)
    {
        PropertyInfo[] properties = [.. plain.GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly).OrderBy(property => property.MetadataToken)];
        TableField[] fields = [.. table.Fields.Where(field => !field.IsDeprecated)];
        if (properties.Length != fields.Length)
        {
            throw new InvalidOperationException($"{plain} has {properties.Length} properties for {fields.Length} fields.");
        }

        return [.. fields.Zip(properties)];
    }
}
