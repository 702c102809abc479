using System.Runtime.InteropServices;

namespace Codec.Schema.Model;

/// <summary>Converts floating-point numbers of one type.</summary>
/// <param name="ToReal">Converts the bits on the wire.</param>
/// <param name="ToBits">Rounds a double to the bits on the wire.</param>
/// <param name="Parse">Rounds decimal text without a sign once, to infinity if it is too large, for which older frameworks throw.</param>
/// <param name="Digits">Formats a number without a sign with the fewest digits that read back as the number.</param>
internal sealed record RealFormat(Func<ulong, double> ToReal, Func<double, ulong> ToBits, Func<string, double> Parse, Func<double, string> Digits)
{
    private const NumberStyles Styles = NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent;

    /// <summary>IEEE 754, 4 bytes.</summary>
    public static readonly RealFormat Single = new(
        bits => new SingleBits { Bits = unchecked((uint)bits) }.Value,
        value => new SingleBits { Value = (float)value }.Bits,
        text => float.TryParse(text, Styles, CultureInfo.InvariantCulture, out float value) ? value : double.PositiveInfinity,
        value => ((float)value).ToString("R", CultureInfo.InvariantCulture));

    /// <summary>IEEE 754, 8 bytes.</summary>
    public static readonly RealFormat Double = new(
        bits => BitConverter.Int64BitsToDouble(unchecked((long)bits)),
        value => unchecked((ulong)BitConverter.DoubleToInt64Bits(value)),
        text => double.TryParse(text, Styles, CultureInfo.InvariantCulture, out double value) ? value : double.PositiveInfinity,
        DoubleDigits);

    // On .NET Framework, "R" does not always return enough digits.
    private static string DoubleDigits(double value)
    {
        string digits = value.ToString("R", CultureInfo.InvariantCulture);
        bool isExact = double.TryParse(digits, Styles, CultureInfo.InvariantCulture, out double parsed) && parsed.Equals(value);
        return isExact ? digits : value.ToString("G17", CultureInfo.InvariantCulture);
    }

    // netstandard2.0 has no conversion that allocates no memory.
    [StructLayout(LayoutKind.Explicit)]
    private struct SingleBits
    {
        [FieldOffset(0)]
        public float Value;

        [FieldOffset(0)]
        public uint Bits;
    }
}
