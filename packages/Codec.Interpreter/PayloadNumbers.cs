namespace Codec.Interpreter;

/// <summary>Converts numbers of any type to and from 64 bits. Integers are extended; floating-point numbers keep their bits.</summary>
internal static class PayloadNumbers
{
    public static ulong Load(ReadOnlySpan<byte> bytes, ScalarKind kind)
    {
        ScalarType type = ScalarType.Of(kind);
        return type.Size switch
        {
            1 => type.IsSigned ? unchecked((ulong)(sbyte)bytes[0]) : type.Form == ScalarForm.Boolean && bytes[0] != 0 ? 1UL : bytes[0],
            2 => type.IsSigned ? unchecked((ulong)BinaryPrimitives.ReadInt16LittleEndian(bytes)) : BinaryPrimitives.ReadUInt16LittleEndian(bytes),
            4 => type.IsSigned ? unchecked((ulong)BinaryPrimitives.ReadInt32LittleEndian(bytes)) : BinaryPrimitives.ReadUInt32LittleEndian(bytes),
            _ => BinaryPrimitives.ReadUInt64LittleEndian(bytes),
        };
    }

    public static void Store(Span<byte> bytes, ScalarKind kind, ulong value)
    {
        switch (ScalarType.Of(kind).Size)
        {
            case 1:
                bytes[0] = unchecked((byte)value);
                break;
            case 2:
                BinaryPrimitives.WriteUInt16LittleEndian(bytes, unchecked((ushort)value));
                break;
            case 4:
                BinaryPrimitives.WriteUInt32LittleEndian(bytes, unchecked((uint)value));
                break;
            default:
                BinaryPrimitives.WriteUInt64LittleEndian(bytes, value);
                break;
        }
    }

    /// <summary>Returns whether two numbers are equal. All NaNs are equal, and so are positive and negative zero.</summary>
    public static bool AreEqual(ulong left, ulong right, ScalarKind kind) =>
        left == right || (ScalarType.Of(kind) is { IsReal: true } type && type.ToReal(left).Equals(type.ToReal(right)));
}
