using System;
using System.Buffers.Binary;
using Codec.Interpreter.Compat;
using Codec.Schema.Model;

namespace Codec.Interpreter;

/// <summary>Converts numbers of any type to and from 64 bits. Integers are extended; floating-point numbers keep their bits.</summary>
internal static class PayloadNumbers
{
    /// <summary>Loads a number.</summary>
    /// <param name="bytes">The bytes that start with the number.</param>
    /// <param name="kind">The number's type.</param>
    public static ulong Load(ReadOnlySpan<byte> bytes, ScalarKind kind) => kind switch
    {
        ScalarKind.Bool => bytes[0] == 0 ? 0UL : 1,
        ScalarKind.UByte => bytes[0],
        ScalarKind.Byte => unchecked((ulong)(sbyte)bytes[0]),
        ScalarKind.UShort => BinaryPrimitives.ReadUInt16LittleEndian(bytes),
        ScalarKind.Short => unchecked((ulong)BinaryPrimitives.ReadInt16LittleEndian(bytes)),
        ScalarKind.UInt or ScalarKind.Float => BinaryPrimitives.ReadUInt32LittleEndian(bytes),
        ScalarKind.Int => unchecked((ulong)BinaryPrimitives.ReadInt32LittleEndian(bytes)),
        _ => BinaryPrimitives.ReadUInt64LittleEndian(bytes),
    };

    /// <summary>Stores a number.</summary>
    public static void Store(Span<byte> bytes, ScalarKind kind, ulong value)
    {
        switch (ScalarKinds.SizeOf(kind))
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

    /// <summary>Returns the bits of a constant in the schema.</summary>
    public static ulong Bits(ScalarValue value) =>
        value.Kind == ScalarKind.Float ? Bits((float)value.Real) : value.Bits;

    public static ulong Bits(float value) => RealBits.Of(value);

    public static ulong Bits(double value) => unchecked((ulong)BitConverter.DoubleToInt64Bits(value));

    /// <summary>Returns whether two numbers are equal. All NaNs are equal, and so are positive and negative zero.</summary>
    public static bool AreEqual(ulong left, ulong right, ScalarKind kind) => left == right || kind switch
    {
        ScalarKind.Float => ToSingle(left).Equals(ToSingle(right)),
        ScalarKind.Double => ToDouble(left).Equals(ToDouble(right)),
        _ => false,
    };

    public static float ToSingle(ulong bits) => RealBits.ToSingle(unchecked((int)bits));

    public static double ToDouble(ulong bits) => BitConverter.Int64BitsToDouble(unchecked((long)bits));

    /// <summary>Returns the value of a float or a double.</summary>
    public static double ToReal(ulong bits, ScalarKind kind) => kind == ScalarKind.Float ? ToSingle(bits) : ToDouble(bits);
}
