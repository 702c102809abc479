using System.Diagnostics.CodeAnalysis;

namespace Codec.Schema.Model;

/// <summary>The scalar types of the schema language. A type with two names in the language has the first one here.</summary>
[SuppressMessage("Naming", "CA1720:Identifier contains type name", Justification = "These are the schema language's type names.")]
public enum ScalarKind
{
    /// <summary>Not a scalar.</summary>
    None,

    /// <summary>One byte, 0 or 1.</summary>
    Bool,

    /// <summary>Signed, 1 byte; also <c>int8</c>.</summary>
    Byte,

    /// <summary>Unsigned, 1 byte; also <c>uint8</c>.</summary>
    UByte,

    /// <summary>Signed, 2 bytes; also <c>int16</c>.</summary>
    Short,

    /// <summary>Unsigned, 2 bytes; also <c>uint16</c>.</summary>
    UShort,

    /// <summary>Signed, 4 bytes; also <c>int32</c>.</summary>
    Int,

    /// <summary>Unsigned, 4 bytes; also <c>uint32</c>.</summary>
    UInt,

    /// <summary>Signed, 8 bytes; also <c>int64</c>.</summary>
    Long,

    /// <summary>Unsigned, 8 bytes; also <c>uint64</c>.</summary>
    ULong,

    /// <summary>IEEE 754, 4 bytes; also <c>float32</c>.</summary>
    Float,

    /// <summary>IEEE 754, 8 bytes; also <c>float64</c>.</summary>
    Double,
}
