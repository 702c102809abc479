namespace Codec.Schema.CSharp;

/// <summary>Generates the common members of a data type in a separate partial declaration: ToString, equality and quantization.</summary>
internal sealed class MemberEmitter(CSharpModel model, CSharpOptions options)
{
    private readonly EqualityEmitter _equality = new(model, options.Equality);
    private readonly QuantizationEmitter _quantization = new(model);

    public string Emit(Definition definition)
    {
        bool hasEquality = _equality.Has(definition);
        IEnumerable<string> interfaces = [ToStringEmitter.Interface, .. hasEquality ? _equality.Interfaces(definition) : []];
        return CodeText.Of($$"""
            {{CSharpNames.Declaration(definition)}} : {{string.Join(", ", interfaces)}}
            {
                {{CodeText.Sections(
                    ToStringEmitter.Emit(model, definition),
                    hasEquality ? _equality.Emit(definition) : "",
                    _quantization.Emit(definition))}}
            }
            """);
    }

    /// <summary>Returns the names in the C# type that are taken by the type itself, its fields, or the members of a union.</summary>
    public static NameSet Taken(CSharpModel model, Definition definition) => new(
    [
        CSharpNames.Name(definition),
        .. definition switch
        {
            TableDefinition table => model.Table(table.FullName).Fields.Select(field => field.Name),
            StructDefinition record => model.Struct(record.FullName).Fields.SelectMany(field => new[] { field.Name, field.Get, field.Set }),
            UnionDefinition union => model.Union(union.FullName).Values.SelectMany(member => new[] { member.As, member.From }),
            _ => [],
        },
    ], StringComparer.Ordinal);
}
