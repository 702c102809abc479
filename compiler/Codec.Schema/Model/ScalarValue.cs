namespace Codec.Schema.Model;

/// <summary>A constant of a scalar type, stored as bits: NaN equals itself, and -0.0 differs from 0.0.</summary>
/// <param name="Kind">The type, which is not None.</param>
/// <param name="Bits">
/// The bits of the value. A bool is 0 or 1, and a signed integer is sign-extended. <see cref="ScalarKind.Float"/> and
/// <see cref="ScalarKind.Double"/> both store the bits of a double. The double of a Float is exactly representable as a float.
/// </param>
public readonly record struct ScalarValue(ScalarKind Kind, ulong Bits)
{
    // The bits of C++'s quiet_NaN, which flatc writes for every NaN. double.NaN has the sign bit set.
    private const ulong QuietNaN = 0x7FF8_0000_0000_0000;

    /// <summary>Gets the value of an integer, an enum or a bool as a signed integer.</summary>
    public long Whole => unchecked((long)Bits);

    /// <summary>Gets the value of an integer, an enum or a bool.</summary>
    internal decimal Integer => Type.IsSigned ? Whole : Bits;

    /// <summary>Gets the value of a <see cref="ScalarKind.Float"/> or <see cref="ScalarKind.Double"/>.</summary>
    public double Real => BitConverter.Int64BitsToDouble(unchecked((long)Bits));

    /// <summary>Gets whether the type is a floating-point type.</summary>
    public bool IsReal => Type.IsReal;

    /// <summary>Gets whether every byte of the value is zero on the wire. This is false for -0.0.</summary>
    public bool IsZero => Bits == 0;

    /// <summary>Gets the bytes on the wire as a little-endian unsigned number.</summary>
    internal ulong WireBits => IsReal ? Type.ToBits(Real) : Bits & (ulong.MaxValue >> (64 - (8 * Type.Size)));

    internal ScalarType Type => ScalarType.Of(Kind);

    /// <summary>Creates a constant of an integer type or Bool.</summary>
    /// <param name="kind">An integer type or Bool.</param>
    /// <param name="value">The value. A ulong above <see cref="long.MaxValue"/> is passed as the same bits.</param>
    public static ScalarValue OfWhole(ScalarKind kind, long value) => new(kind, unchecked((ulong)value));

    /// <summary>Creates a constant of a floating-point type.</summary>
    /// <param name="kind">Float or Double.</param>
    /// <param name="value">The value. For Float, it is rounded to a float. Every NaN becomes the quiet NaN without a sign.</param>
    public static ScalarValue OfReal(ScalarKind kind, double value) => new(kind, double.IsNaN(value)
        ? QuietNaN
        : unchecked((ulong)BitConverter.DoubleToInt64Bits(ScalarType.Of(kind).ToReal(ScalarType.Of(kind).ToBits(value)))));

    /// <summary>Returns the value as text, in the invariant culture.</summary>
    /// <returns>Digits, <c>true</c>, <c>false</c>, <c>NaN</c> or an infinity.</returns>
    public override string ToString() => Type.Form switch
    {
        ScalarForm.Boolean => Bits == 0 ? "false" : "true",
        ScalarForm.Real => Type.Print(Real),
        ScalarForm.Unsigned => Bits.ToString(CultureInfo.InvariantCulture),
        _ => Whole.ToString(CultureInfo.InvariantCulture),
    };
}
