using System.Diagnostics.CodeAnalysis;

namespace Codec.Schema.Model;

/// <summary>What shape a type has on the wire.</summary>
[SuppressMessage("Naming", "CA1720:Identifier contains type name", Justification = "These are the schema language's words.")]
public enum TypeKind
{
    /// <summary>A number or bool, inline.</summary>
    Scalar,

    /// <summary>A named number, inline, as wide as its <see cref="TypeReference.Scalar"/>.</summary>
    Enum,

    /// <summary>An offset to a length and UTF-8 bytes with a zero after them.</summary>
    String,

    /// <summary>A record of fixed layout, inline.</summary>
    Struct,

    /// <summary>An offset to a table.</summary>
    Table,

    /// <summary>An offset to what a separate type field names.</summary>
    Union,

    /// <summary>An offset to a length and elements.</summary>
    Vector,

    /// <summary>A fixed number of elements, inline; only in structs.</summary>
    Array,
}
