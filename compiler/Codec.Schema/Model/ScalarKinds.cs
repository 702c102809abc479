namespace Codec.Schema.Model;

/// <summary>Properties of scalar types.</summary>
public static class ScalarKinds
{
    /// <summary>Returns the size of a value in bytes, which is also its alignment; 0 for None.</summary>
    /// <param name="kind">The type.</param>
    /// <returns>The size: 0, 1, 2, 4 or 8.</returns>
    public static int SizeOf(ScalarKind kind) => kind switch
    {
        ScalarKind.None => 0,
        ScalarKind.Bool or ScalarKind.Byte or ScalarKind.UByte => 1,
        ScalarKind.Short or ScalarKind.UShort => 2,
        ScalarKind.Int or ScalarKind.UInt or ScalarKind.Float => 4,
        _ => 8,
    };

    /// <summary>Returns whether the type is an integer. Bool is not an integer.</summary>
    /// <param name="kind">The type.</param>
    /// <returns>True for the types from Byte to ULong.</returns>
    public static bool IsInteger(ScalarKind kind) => kind is >= ScalarKind.Byte and <= ScalarKind.ULong;

    /// <summary>Returns whether the type is a signed integer.</summary>
    /// <param name="kind">The type.</param>
    /// <returns>True for Byte, Short, Int and Long.</returns>
    public static bool IsSigned(ScalarKind kind) => kind is ScalarKind.Byte or ScalarKind.Short or ScalarKind.Int or ScalarKind.Long;

    /// <summary>Returns the type that a word of the schema language names.</summary>
    /// <param name="word">The word, such as <c>uint</c> or <c>uint32</c>.</param>
    /// <returns>The type; None if the word is not the name of a scalar type.</returns>
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
