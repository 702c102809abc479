using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>A field that is written and read, with its C# names and its positions.</summary>
internal sealed class FieldCode
{
    public FieldCode(TableField field, string name, string parameter, string local, FieldPlace place, FieldPlace? typePlace)
    {
        Field = field;
        Name = name;
        Parameter = parameter;
        Local = local;
        Place = place;
        TypePlace = typePlace;
    }

    public TableField Field { get; }

    public TypeReference Type => Field.Type;

    public TypeReference Element => Field.Type.Element!;

    /// <summary>Gets the name of the property, in the class and in the view, without the '@' of a keyword.</summary>
    public string Name { get; }

    /// <summary>Gets the property as an identifier.</summary>
    public string Property => CSharpNames.Identifier(Name);

    /// <summary>Gets the expression for the property in a method of its type.</summary>
    public string Own => CSharpNames.Own(Name);

    /// <summary>Gets the name of the view's property that returns whether the payload has the field.</summary>
    public string Has { get; set; } = "";

    /// <summary>Gets the name of the view's property that returns a string as UTF-8.</summary>
    public string Utf8 { get; set; } = "";

    /// <summary>Gets the name of the view's property that returns the type of a union.</summary>
    public string TypeProperty { get; set; } = "";

    /// <summary>Gets the name of the view's property that returns the root of a payload in a vector.</summary>
    public string Root { get; set; } = "";

    /// <summary>Gets the name of the parameter in the writer methods that accept values directly.</summary>
    public string Parameter { get; }

    /// <summary>Gets the name of a local variable or parameter for the value.</summary>
    public string Local { get; }

    public FieldPlace Place { get; }

    /// <summary>Gets the position of a union's type, or of a vector of types; null for other fields.</summary>
    public FieldPlace? TypePlace { get; }

    /// <summary>Gets whether the vtable shows if the field is missing. If not, the field is always written.</summary>
    public bool IsTracked => Field.IsTracked;

    /// <summary>Gets the bit of the field in a table's shape: the index of its vtable entry, but at most the last bit.</summary>
    public int ShapeBit => System.Math.Min(Field.Id, TableCode.UntrackedBit);

    public bool IsRequired => Field.Presence == FieldPresence.Required;

    public bool IsOptionalScalar => Field.Presence == FieldPresence.Optional;

    public bool IsVectorOf(TypeKind kind) => Type.Kind == TypeKind.Vector && Element.Kind == kind;

    public bool IsVectorOfNumbers => IsVectorOf(TypeKind.Scalar) || IsVectorOf(TypeKind.Enum);

    public bool IsVectorOfBooleans => IsVectorOf(TypeKind.Scalar) && Element.Scalar == ScalarKind.Bool;

    /// <summary>Gets whether the values are in other tables, which the writer that accepts values directly writes later.</summary>
    public bool IsNested => Type.Kind is TypeKind.Table or TypeKind.Union || IsVectorOf(TypeKind.Table) || IsVectorOf(TypeKind.Union);
}
