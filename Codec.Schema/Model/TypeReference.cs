namespace Codec.Schema.Model;

/// <summary>The type of a field, an element or a union member.</summary>
public sealed record TypeReference
{
    /// <summary>The shape.</summary>
    public required TypeKind Kind { get; init; }

    /// <summary>For a scalar itself, for an enum what it is stored as, for a union what its type field is stored as; else None.</summary>
    public ScalarKind Scalar { get; init; }

    /// <summary>Full name of the enum, struct, table or union; else null.</summary>
    public string? Definition { get; init; }

    /// <summary>The element of a vector or array; else null.</summary>
    public TypeReference? Element { get; init; }

    /// <summary>How many elements an array has, from 1 to 65535; else 0.</summary>
    public int Length { get; init; }

    /// <summary>
    /// Bytes that a value takes in place: in a table, a struct, a vector or an array. 4 for what is reached by an offset, except that it is
    /// 8 for a field with 64-bit offsets.
    /// </summary>
    public required int InlineSize { get; init; }

    /// <summary>The alignment of a value, in bytes: a power of two from 1 to 256.</summary>
    public required int InlineAlignment { get; init; }

    /// <summary>Whether a value in place holds an offset: strings, tables, unions and vectors.</summary>
    public bool IsOffset => Kind is TypeKind.String or TypeKind.Table or TypeKind.Union or TypeKind.Vector;
}
