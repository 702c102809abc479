using System;
using System.Buffers.Binary;
using System.Globalization;
using Codec.Schema.Model;

namespace Codec.Cli.Payloads;

/// <summary>Converts numbers of any type to and from 64 bits. Integers are extended; floating-point numbers keep their bits.</summary>
internal static class PayloadNumbers
{
    // The length of the longest text of a floating-point number, in bytes.
    internal const int MaxRealText = 32;

    // The format R writes a number with an exponent if it has more than 15 digits (double) or 7 digits (float) before the decimal point. These
    // formats allow one digit more.
    private const string DoubleDigits = "G16";
    private const string SingleDigits = "G8";

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
        value.Kind == ScalarKind.Float ? BitConverter.SingleToUInt32Bits((float)value.Real) : value.Bits;

    /// <summary>Returns whether two numbers are equal. All NaNs are equal, and so are positive and negative zero.</summary>
    public static bool AreEqual(ulong left, ulong right, ScalarKind kind) => left == right || kind switch
    {
        ScalarKind.Float => ToSingle(left).Equals(ToSingle(right)),
        ScalarKind.Double => ToDouble(left).Equals(ToDouble(right)),
        _ => false,
    };

    public static float ToSingle(ulong bits) => BitConverter.UInt32BitsToSingle(unchecked((uint)bits));

    public static double ToDouble(ulong bits) => BitConverter.UInt64BitsToDouble(bits);

    /// <summary>Returns the value of a float or a double.</summary>
    public static double ToReal(ulong bits, ScalarKind kind) => kind == ScalarKind.Float ? ToSingle(bits) : ToDouble(bits);

    /// <summary>Writes the shortest text that parses as the same finite number, like generated code.</summary>
    /// <param name="text">The destination, of at least <see cref="MaxRealText"/> bytes.</param>
    /// <param name="bits">The bits of the number.</param>
    /// <param name="kind">The type of the number.</param>
    /// <returns>The number of bytes.</returns>
    public static int FormatReal(Span<byte> text, ulong bits, ScalarKind kind)
    {
        bool isSingle = kind == ScalarKind.Float;
        int length;
        if (isSingle)
        {
            ToSingle(bits).TryFormat(text, out length, "R", CultureInfo.InvariantCulture);
        }
        else
        {
            ToDouble(bits).TryFormat(text, out length, "R", CultureInfo.InvariantCulture);
        }

        // The text without an exponent may be shorter than the text with an exponent.
        return text[..length].Contains((byte)'E') ? FormatWithoutExponent(text, length, bits, isSingle) : length;
    }

    private static int FormatWithoutExponent(Span<byte> text, int length, ulong bits, bool isSingle)
    {
        Span<byte> other = stackalloc byte[MaxRealText];
        int otherLength;
        bool isSame;
        if (isSingle)
        {
            ToSingle(bits).TryFormat(other, out otherLength, SingleDigits, CultureInfo.InvariantCulture);
            isSame = float.TryParse(other[..otherLength], NumberStyles.Float, CultureInfo.InvariantCulture, out float parsed) && parsed.Equals(ToSingle(bits));
        }
        else
        {
            ToDouble(bits).TryFormat(other, out otherLength, DoubleDigits, CultureInfo.InvariantCulture);
            isSame = double.TryParse(other[..otherLength], NumberStyles.Float, CultureInfo.InvariantCulture, out double parsed) && parsed.Equals(ToDouble(bits));
        }

        if (!isSame || otherLength >= length)
        {
            return length;
        }

        other[..otherLength].CopyTo(text);
        return otherLength;
    }
}
