namespace Codec.Schema.CSharp;

/// <summary>A field that is written and read, with its C# names.</summary>
internal sealed class CSharpField(FieldLayout layout, string name, string parameter, string local)
    : FieldLayout(layout.Field, layout.Place, layout.TypePlace)
{
    public string Name { get; } = name;
    public string Property { get; } = CSharpNames.Identifier(name);
    public string Own { get; } = CSharpNames.Own(name);
    public string Parameter { get; } = parameter;
    public string Local { get; } = local;

    // The view's properties: whether the payload has the field, a string as UTF-8, the type of a union, the root of a payload in a vector.
    public string Has { get; set; } = "";
    public string Utf8 { get; set; } = "";
    public string TypeProperty { get; set; } = "";
    public string Root { get; set; } = "";

    public bool IsNullable => Type.Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum => IsOptionalScalar,
        TypeKind.Struct => !IsRequired,
        TypeKind.Union => false,
        _ => true,
    };
}
