namespace Codec.Schema.Model;

/// <summary>Facts about scalar types.</summary>
public static class ScalarKinds
{
    /// <summary>Bytes of a value, which is also its alignment; 0 for None.</summary>
    /// <param name="kind">The type.</param>
    /// <returns>0, 1, 2, 4 or 8.</returns>
    public static int SizeOf(ScalarKind kind) => kind switch
    {
        ScalarKind.None => 0,
        ScalarKind.Bool or ScalarKind.Byte or ScalarKind.UByte => 1,
        ScalarKind.Short or ScalarKind.UShort => 2,
        ScalarKind.Int or ScalarKind.UInt or ScalarKind.Float => 4,
        _ => 8,
    };

    /// <summary>Whether the type is an integer; Bool is none.</summary>
    /// <param name="kind">The type.</param>
    /// <returns>True from Byte to ULong.</returns>
    public static bool IsInteger(ScalarKind kind) => kind is >= ScalarKind.Byte and <= ScalarKind.ULong;

    /// <summary>Whether the type is an integer with a sign.</summary>
    /// <param name="kind">The type.</param>
    /// <returns>True for Byte, Short, Int and Long.</returns>
    public static bool IsSigned(ScalarKind kind) => kind is ScalarKind.Byte or ScalarKind.Short or ScalarKind.Int or ScalarKind.Long;

    /// <summary>The type that a schema's word names.</summary>
    /// <param name="word">Such as <c>uint</c> or <c>uint32</c>.</param>
    /// <returns>The type; None when the word names none.</returns>
    public static ScalarKind Parse(string word) => word switch
    {
        "bool" => ScalarKind.Bool,
        "byte" or "int8" => ScalarKind.Byte,
        "ubyte" or "uint8" => ScalarKind.UByte,
        "short" or "int16" => ScalarKind.Short,
        "ushort" or "uint16" => ScalarKind.UShort,
        "int" or "int32" => ScalarKind.Int,
        "uint" or "uint32" => ScalarKind.UInt,
        "long" or "int64" => ScalarKind.Long,
        "ulong" or "uint64" => ScalarKind.ULong,
        "float" or "float32" => ScalarKind.Float,
        "double" or "float64" => ScalarKind.Double,
        _ => ScalarKind.None,
    };
}
