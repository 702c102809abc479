namespace Codec.Schema.Model;

/// <summary>The type of a field, an element or a union member.</summary>
public sealed record TypeReference
{
    /// <summary>Gets the kind of type.</summary>
    public required TypeKind Kind { get; init; }

    /// <summary>Gets the scalar type: of a scalar itself, of the values of an enum, or of the type field of a union; otherwise None.</summary>
    public ScalarKind Scalar { get; init; }

    /// <summary>Gets the full name of the enum, struct, table or union; otherwise null.</summary>
    public string? Definition { get; init; }

    /// <summary>Gets the element type of a vector or array; otherwise null.</summary>
    public TypeReference? Element { get; init; }

    /// <summary>Gets the number of elements of an array, from 1 to 65,535; otherwise 0.</summary>
    public int Length { get; init; }

    /// <summary>
    /// Gets the size in bytes of an inline value: in a table, a struct, a vector or an array. It is 4 if the value is an offset, or
    /// 8 for a field with 64-bit offsets.
    /// </summary>
    public required int InlineSize { get; init; }

    /// <summary>Gets the alignment of a value, in bytes: a power of two from 1 to 32.</summary>
    public required int InlineAlignment { get; init; }

    /// <summary>Gets whether the inline value is an offset. This is true for strings, tables, unions and vectors.</summary>
    public bool IsOffset => Kind is TypeKind.String or TypeKind.Table or TypeKind.Union or TypeKind.Vector;

    internal bool IsNumber => Kind is TypeKind.Scalar or TypeKind.Enum;
    internal bool IsBool => Kind == TypeKind.Scalar && Scalar == ScalarKind.Bool;

    /// <summary>Gets the full name of the type, or that of the element type; null if it has none.</summary>
    internal string? Named => (Element ?? this).Definition;
}
