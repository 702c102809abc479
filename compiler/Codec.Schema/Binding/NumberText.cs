using System.Numerics;

namespace Codec.Schema.Binding;

internal static class NumberText
{
    // Either has one way to match a text, so it takes linear time.
    private static readonly Regex DecimalReal = new(@"\A(?=\.?[0-9])[0-9]*(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?\z");
    private static readonly Regex HexReal = new(@"\A0[xX](?=\.?[0-9a-fA-F])([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([+-]?[0-9]+)\z");

    /// <summary>Parses a decimal or hexadecimal integer with an optional sign. Leading and trailing spaces are allowed.</summary>
    /// <returns>The integer, or one that is out of range of every type if the text is; null if the text is not an integer.</returns>
    internal static decimal? Integer(string text)
    {
        string digits = Unsigned(text, out bool isNegative);
        int radix = digits.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? 16 : 10;
        digits = radix == 16 ? digits.Substring(2) : digits;
        decimal number = 0;
        foreach (char c in digits)
        {
            int digit = Digit(c);
            if (digit < 0 || digit >= radix)
            {
                return null;
            }

            // No type has a larger number, and a decimal has room for one more digit.
            number = number > ulong.MaxValue ? number : (number * radix) + digit;
        }

        return digits.Length == 0 ? null : isNegative && number > 0 ? -number : number;
    }

    /// <summary>Converts an integer to a constant of an integer type or Bool. Bool accepts 0 to 255, and all values except 0 are true.</summary>
    /// <returns>The constant, or null if the integer is out of range of the type.</returns>
    internal static ScalarValue? Fit(ScalarKind kind, decimal number) =>
        number < ScalarType.Of(kind).Smallest || number > ScalarType.Of(kind).Largest ? null
        : kind == ScalarKind.Bool ? new ScalarValue(kind, number == 0 ? 0UL : 1)
        : new ScalarValue(kind, number < 0 ? unchecked((ulong)(long)number) : (ulong)number);

    internal static string Range(ScalarKind kind) => FormattableString.Invariant($"{ScalarType.Of(kind).Smallest} to {ScalarType.Of(kind).Largest}");

    /// <summary>Parses a real number: decimal, hexadecimal with an exponent, nan, inf or infinity. A decimal Float is rounded once.</summary>
    /// <returns>The number; null if the text is not a real number.</returns>
    internal static double? Real(string text, ScalarKind kind)
    {
        string body = Unsigned(text, out bool isNegative);
        double? value = body.ToLowerInvariant() switch
        {
            "nan" => double.NaN,
            "inf" or "infinity" => double.PositiveInfinity,
            _ when HexReal.Match(body) is { Success: true } match => HexValue(match.Groups[1].Value, match.Groups[2].Value, match.Groups[3].Value),
            _ => DecimalReal.IsMatch(body) ? ScalarType.Of(kind).ParseReal(body) : null,
        };
        return isNegative ? -value : value;
    }

    /// <summary>Rounds a real number to 12 digits after the point, as flatc's text <c>%.12f</c> does. Keeps the sign of a zero.</summary>
    /// <remarks>The format F12 of .NET Framework, on which the generator may run, has at most 15 digits in all.</remarks>
    internal static double Round(double value)
    {
        const double Digits = 1e12;
        const int FractionBits = 52;
        const int ExponentBias = 1023;

        // The neighbors of a double of this size are so far away that the rounded number is nearest to the double itself.
        const double MinExact = 8192;
        if (!(Math.Abs(value) < MinExact))
        {
            return value;
        }

        // The value is a fraction of two integers: its mantissa, and a power of two.
        long bits = BitConverter.DoubleToInt64Bits(value);
        long mantissa = (bits & ((1L << FractionBits) - 1)) | (1L << FractionBits);
        int power = FractionBits + ExponentBias - (int)((bits >> FractionBits) & 0x7FF);
        BigInteger product = mantissa * new BigInteger(Digits);
        BigInteger whole = product >> power;
        int comparison = (product - (whole << power)).CompareTo(BigInteger.One << (power - 1));
        whole += comparison > 0 || (comparison == 0 && !whole.IsEven) ? 1 : 0;
        double result = (double)whole / Digits;
        return bits < 0 ? -result : result;
    }

    private static string Unsigned(string text, out bool isNegative)
    {
        text = text.Trim(' ');
        isNegative = text.StartsWith("-", StringComparison.Ordinal);
        return isNegative || text.StartsWith("+", StringComparison.Ordinal) ? text.Substring(1) : text;
    }

    private static double HexValue(string whole, string fraction, string exponent)
    {
        long mantissa = 0;
        long scale = -4L * fraction.Length;
        foreach (int digit in (whole + fraction).Select(Digit))
        {
            // 59 to 62 bits are kept. Of the digits after them, rounding only depends on whether all are zero.
            bool isKept = mantissa >> 58 == 0;
            mantissa = isKept ? (mantissa << 4) | (long)digit : mantissa | (digit == 0 ? 0L : 1L);
            scale += isKept ? 0 : 4;
        }

        return Scale(mantissa, scale + Exponent(exponent));
    }

    /// <summary>Returns the value of a valid exponent, limited to a range that no mantissa of a schema can compensate.</summary>
    private static long Exponent(string text)
    {
        const long Limit = 1L << 40;
        long value = 0;
        foreach (char digit in text.TrimStart('+', '-'))
        {
            value = Math.Min(Limit, (10 * value) + (digit - '0'));
        }

        return text[0] == '-' ? -value : value;
    }

    /// <summary>Returns the double that is nearest to a positive number times a power of two, or the even one of two that are equally near.</summary>
    private static double Scale(long mantissa, long power)
    {
        const int Precision = 53;
        const int MinPower = -1074;
        const int MaxPower = 1023;
        int bits = 0;
        while (mantissa >> bits != 0)
        {
            bits++;
        }

        if (bits == 0 || power + bits < MinPower)
        {
            return 0;
        }

        if (power + bits > MaxPower + 1)
        {
            return double.PositiveInfinity;
        }

        // The product of the rounded mantissa and the power is exact, so nothing is rounded twice.
        int dropped = (int)Math.Max(0, Math.Max(bits - Precision, MinPower - power));
        if (dropped > 0)
        {
            long rest = mantissa & ((1L << dropped) - 1);
            long half = 1L << (dropped - 1);
            mantissa >>= dropped;
            mantissa += rest > half || (rest == half && (mantissa & 1) != 0) ? 1 : 0;
        }

        return mantissa * Math.Pow(2, power + dropped);
    }

    private static int Digit(char c) => "0123456789abcdef".IndexOf(char.ToLowerInvariant(c));
}
