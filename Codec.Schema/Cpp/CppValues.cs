using System;
using System.Globalization;
using System.Linq;
using System.Text;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>Constants of a schema as C++ writes them.</summary>
internal static class CppValues
{
    /// <summary>An expression of the number's type.</summary>
    public static string Literal(ScalarValue value) => value.Kind switch
    {
        ScalarKind.Bool => value.Bits == 0 ? "false" : "true",
        ScalarKind.Float or ScalarKind.Double => Real(value),
        ScalarKind.ULong => value.Bits.ToString(CultureInfo.InvariantCulture) + "u",
        ScalarKind.UByte or ScalarKind.UShort or ScalarKind.UInt => value.Whole.ToString(CultureInfo.InvariantCulture) + "u",
        _ when value.Whole == long.MinValue => "-9223372036854775807 - 1",
        _ => value.Whole.ToString(CultureInfo.InvariantCulture),
    };

    /// <summary>The bytes of the number on the wire as one unsigned number.</summary>
    public static ulong Bits(ScalarValue value)
    {
        int size = ScalarKinds.SizeOf(value.Kind);
        ulong bits = value.Kind == ScalarKind.Float ? BitConverter.ToUInt32(BitConverter.GetBytes((float)value.Real), 0) : value.Bits;
        return size == 8 ? bits : bits & ((1UL << (8 * size)) - 1);
    }

    /// <summary>A text as an expression with its length, so that it can contain zeros.</summary>
    public static string Text(string text) =>
        FormattableString.Invariant($"\"{CppNames.Literal(text)}\", {Encoding.UTF8.GetByteCount(text)}");

    /// <summary>A text without what ends a comment.</summary>
    public static string Comment(string text) =>
        new string([.. text.Select(letter => char.IsControl(letter) || letter is '\u2028' or '\u2029' ? ' ' : letter)]).Trim().TrimEnd('\\');

    private static string Real(ScalarValue value)
    {
        bool isFloat = value.Kind == ScalarKind.Float;
        string type = isFloat ? "float" : "double";
        if (double.IsNaN(value.Real))
        {
            return $"::std::numeric_limits<{type}>::quiet_NaN()";
        }

        if (double.IsInfinity(value.Real))
        {
            return $"{(value.Real < 0 ? "-" : "")}::std::numeric_limits<{type}>::infinity()";
        }

        string digits = isFloat ? ((float)value.Real).ToString("R", CultureInfo.InvariantCulture) : value.Real.ToString("R", CultureInfo.InvariantCulture);
        digits = value.Bits >> 63 != 0 && digits[0] != '-' ? "-" + digits : digits;
        return (digits.IndexOfAny(['.', 'E']) < 0 ? digits + ".0" : digits) + (isFloat ? "f" : "");
    }
}
