using System;
using System.Globalization;

namespace Codec.Schema.Model;

/// <summary>A constant of a scalar type, kept as bits: NaN equals itself, and -0.0 differs from 0.0.</summary>
/// <param name="Kind">Its type; not None.</param>
/// <param name="Bits">
/// A bool is 0 or 1, a signed integer is sign-extended, a <see cref="ScalarKind.Float"/> and a <see cref="ScalarKind.Double"/> both hold the
/// bits of the double; a Float's double is exactly representable as a float.
/// </param>
public readonly record struct ScalarValue(ScalarKind Kind, ulong Bits)
{
    // The bits of C++'s quiet_NaN, which flatc writes for every NaN. Those of double.NaN have the sign set.
    private const ulong QuietNaN = 0x7FF8_0000_0000_0000;

    /// <summary>The value as a signed integer: what was stored for integers, enums and bools.</summary>
    public long Whole => unchecked((long)Bits);

    /// <summary>The value of a <see cref="ScalarKind.Float"/> or <see cref="ScalarKind.Double"/>.</summary>
    public double Real => BitConverter.Int64BitsToDouble(unchecked((long)Bits));

    /// <summary>Whether the type is a float or a double.</summary>
    public bool IsReal => Kind is ScalarKind.Float or ScalarKind.Double;

    /// <summary>Whether every byte of the value is zero on the wire; -0.0 is not.</summary>
    public bool IsZero => Bits == 0;

    /// <summary>A constant that is not a real.</summary>
    /// <param name="kind">An integer type or Bool.</param>
    /// <param name="value">The value; a ulong above <see cref="long.MaxValue"/> is given as the same bits.</param>
    /// <returns>The constant.</returns>
    public static ScalarValue OfWhole(ScalarKind kind, long value) => new(kind, unchecked((ulong)value));

    /// <summary>A constant that is a real.</summary>
    /// <param name="kind">Float or Double.</param>
    /// <param name="value">The value; for Float it is rounded to one. Every NaN becomes the quiet NaN without a sign.</param>
    /// <returns>The constant.</returns>
    public static ScalarValue OfReal(ScalarKind kind, double value) => new(kind, double.IsNaN(value)
        ? QuietNaN
        : unchecked((ulong)BitConverter.DoubleToInt64Bits(kind == ScalarKind.Float ? (float)value : value)));

    /// <summary>The value in digits, in the invariant culture.</summary>
    /// <returns>Digits, <c>true</c>, <c>false</c>, <c>NaN</c> or an infinity.</returns>
    public override string ToString() => Kind switch
    {
        ScalarKind.Bool => Bits == 0 ? "false" : "true",
        ScalarKind.ULong => Bits.ToString(CultureInfo.InvariantCulture),
        ScalarKind.Float => ((float)Real).ToString("R", CultureInfo.InvariantCulture),
        ScalarKind.Double => Real.ToString("R", CultureInfo.InvariantCulture),
        _ => Whole.ToString(CultureInfo.InvariantCulture),
    };
}
