using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>A field that is written and read, with its names and its places.</summary>
internal sealed class FieldCode
{
    public FieldCode(TableField field, string property, string parameter, FieldPlace place, FieldPlace? typePlace, bool isTracked)
    {
        Field = field;
        Property = property;
        Parameter = parameter;
        Local = CSharpNames.Camel(property + "Value");
        Place = place;
        TypePlace = typePlace;
        IsTracked = isTracked;
    }

    public TableField Field { get; }

    public TypeReference Type => Field.Type;

    public TypeReference Element => Field.Type.Element!;

    /// <summary>The property, of the plain type and of the view.</summary>
    public string Property { get; }

    /// <summary>The view's property that says whether the payload has the field.</summary>
    public string Has { get; set; } = "";

    /// <summary>The view's property that is a text in UTF-8.</summary>
    public string Utf8 { get; set; } = "";

    /// <summary>The view's property that is the type of a union.</summary>
    public string TypeProperty { get; set; } = "";

    /// <summary>The view's property that is the root of a payload inside a vector.</summary>
    public string Root { get; set; } = "";

    /// <summary>The parameter of the writer that takes values directly.</summary>
    public string Parameter { get; }

    /// <summary>A local variable or parameter that holds the value.</summary>
    public string Local { get; }

    public FieldPlace Place { get; }

    /// <summary>The offset of a union's type, or of a vector of types.</summary>
    public FieldPlace? TypePlace { get; }

    /// <summary>Whether the vtable says if the field is missing; otherwise it is always written.</summary>
    public bool IsTracked { get; }

    /// <summary>The field's bit in a table's shape: its number among the entries of the vtable, or the last bit.</summary>
    public int ShapeBit => System.Math.Min(Field.Id, TableCode.UntrackedBit);

    public bool IsRequired => Field.Presence == FieldPresence.Required;

    public bool IsOptionalScalar => Field.Presence == FieldPresence.Optional;

    public bool IsNumber => Type.Kind is TypeKind.Scalar or TypeKind.Enum;

    public bool IsVectorOf(TypeKind kind) => Type.Kind == TypeKind.Vector && Element.Kind == kind;

    public bool IsVectorOfNumbers => IsVectorOf(TypeKind.Scalar) || IsVectorOf(TypeKind.Enum);

    public bool IsVectorOfBooleans => IsVectorOf(TypeKind.Scalar) && Element.Scalar == ScalarKind.Bool;

    /// <summary>Whether the values are in other tables, which the writer that takes values directly writes later.</summary>
    public bool IsNested => Type.Kind is TypeKind.Table or TypeKind.Union || IsVectorOf(TypeKind.Table) || IsVectorOf(TypeKind.Union);
}
