namespace Codec.Schema.Layout;

/// <summary>Finds the types that have a quantized field, directly or in a value that they contain.</summary>
internal static class QuantizedTypes
{
    internal static HashSet<string> Of(SchemaModel model)
    {
        ILookup<string, string> owners = model.Types
            .SelectMany(type => type.Uses().Where(use => !use.IsDeprecated && !use.IsNested).Select(use => (use.Type, type.FullName)))
            .ToLookup(pair => pair.Type, pair => pair.FullName, StringComparer.Ordinal);
        return Reachable.From(model.Types.Where(HasQuantizedField).Select(type => type.FullName), name => owners[name]);
    }

    private static bool HasQuantizedField(Definition type) => type switch
    {
        StructDefinition record => record.Fields.Any(field => field.Quantization is not null),
        TableDefinition table => table.Fields.Any(field => !field.IsDeprecated && field.Quantization is not null),
        _ => false,
    };
}
