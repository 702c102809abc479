using System.Diagnostics.CodeAnalysis;

namespace Codec.Schema.Model;

/// <summary>The kinds of types on the wire.</summary>
[SuppressMessage("Naming", "CA1720:Identifier contains type name", Justification = "These are the schema language's words.")]
public enum TypeKind
{
    /// <summary>A number or bool, inline.</summary>
    Scalar,

    /// <summary>A named number, inline, with the size of its <see cref="TypeReference.Scalar"/>.</summary>
    Enum,

    /// <summary>An offset to a length and UTF-8 bytes, followed by a zero byte.</summary>
    String,

    /// <summary>A record with a fixed layout, inline.</summary>
    Struct,

    /// <summary>An offset to a table.</summary>
    Table,

    /// <summary>An offset to a value whose type is in a separate type field.</summary>
    Union,

    /// <summary>An offset to a length and the elements.</summary>
    Vector,

    /// <summary>A fixed number of elements, inline; only in structs.</summary>
    Array,
}
