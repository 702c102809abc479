using System.Numerics;

namespace Codec.Schema.Binding;

/// <summary>Parses the numbers of the schema language.</summary>
internal static class NumberText
{
    /// <summary>Parses a decimal or hexadecimal integer with an optional sign. Leading and trailing spaces are allowed.</summary>
    /// <returns>False if the text is not an integer.</returns>
    internal static bool TryInteger(string text, out bool isNegative, out ulong magnitude, out bool isTooLarge)
    {
        text = text.Trim(' ');
        isNegative = text.StartsWith("-", StringComparison.Ordinal);
        string digits = isNegative || text.StartsWith("+", StringComparison.Ordinal) ? text.Substring(1) : text;
        bool isHex = digits.StartsWith("0x", StringComparison.OrdinalIgnoreCase);
        digits = isHex ? digits.Substring(2) : digits;
        magnitude = 0;
        isTooLarge = false;
        foreach (char c in digits)
        {
            int digit = Digit(c);
            int radix = isHex ? 16 : 10;
            if (digit < 0 || digit >= radix)
            {
                return false;
            }

            isTooLarge |= magnitude > (ulong.MaxValue - (ulong)digit) / (ulong)radix;
            magnitude = unchecked((magnitude * (ulong)radix) + (ulong)digit);
        }

        return digits.Length > 0;
    }

    /// <summary>Converts an integer to a constant of an integer type or Bool. Bool accepts 0 to 255, and all values except 0 are true.</summary>
    /// <returns>False if the integer is out of range of the type.</returns>
    internal static bool TryFit(ScalarKind kind, bool isNegative, ulong magnitude, out ScalarValue value)
    {
        ScalarType type = ScalarType.Of(kind);
        value = kind == ScalarKind.Bool
            ? ScalarValue.OfWhole(kind, magnitude == 0 ? 0 : 1)
            : new ScalarValue(kind, unchecked(isNegative ? 0UL - magnitude : magnitude));
        return isNegative && type.IsSigned ? magnitude <= type.Largest + 1 : magnitude <= (isNegative ? 0 : type.Largest);
    }

    /// <summary>Returns the range of an integer type or Bool, as messages show it.</summary>
    internal static string Range(ScalarKind kind) => FormattableString.Invariant($"{ScalarType.Of(kind).Smallest} to {ScalarType.Of(kind).Largest}");

    /// <summary>Parses a real number: decimal, hexadecimal with an exponent, nan, inf or infinity. A decimal Float is rounded once.</summary>
    /// <returns>False if the text is not a real number.</returns>
    internal static bool TryReal(string text, ScalarKind kind, out double value)
    {
        text = text.Trim(' ');
        bool isNegative = text.StartsWith("-", StringComparison.Ordinal);
        string body = isNegative || text.StartsWith("+", StringComparison.Ordinal) ? text.Substring(1) : text;
        bool ok = TryUnsignedReal(body, kind, out value);
        value = isNegative ? -value : value;
        return ok;
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

    private static bool TryUnsignedReal(string body, ScalarKind kind, out double value)
    {
        value = 0;
        if (body.Length == 0)
        {
            return false;
        }

        if (body.Equals("nan", StringComparison.OrdinalIgnoreCase))
        {
            value = double.NaN;
            return true;
        }

        if (body.Equals("inf", StringComparison.OrdinalIgnoreCase) || body.Equals("infinity", StringComparison.OrdinalIgnoreCase))
        {
            value = double.PositiveInfinity;
            return true;
        }

        if (body.StartsWith("0x", StringComparison.OrdinalIgnoreCase))
        {
            return TryHexReal(body.Substring(2), out value);
        }

        if (!IsDecimalReal(body))
        {
            return false;
        }

        value = ScalarType.Of(kind).ParseReal(body);
        return true;
    }

    private static bool IsDecimalReal(string body)
    {
        int exponent = body.IndexOfAny(['e', 'E']);
        string mantissa = exponent < 0 ? body : body.Substring(0, exponent);
        bool hasDigit = false;
        int points = 0;
        foreach (char c in mantissa)
        {
            hasDigit |= c is >= '0' and <= '9';
            points += c == '.' ? 1 : 0;
            if (c is not ((>= '0' and <= '9') or '.'))
            {
                return false;
            }
        }

        return hasDigit && points <= 1 && (exponent < 0 || IsExponent(body.Substring(exponent + 1)));
    }

    private static bool IsExponent(string text)
    {
        int start = text.Length > 0 && text[0] is '+' or '-' ? 1 : 0;
        for (int i = start; i < text.Length; i++)
        {
            if (text[i] is < '0' or > '9')
            {
                return false;
            }
        }

        return text.Length > start;
    }

    private static bool TryHexReal(string body, out double value)
    {
        value = 0;
        int p = body.IndexOfAny(['p', 'P']);
        if (p < 0 || !IsExponent(body.Substring(p + 1)))
        {
            return false;
        }

        long mantissa = 0;
        long scale = 0;
        bool hasDigit = false;
        bool hasPoint = false;
        for (int i = 0; i < p; i++)
        {
            char c = body[i];
            int digit = Digit(c);
            if (c == '.' && !hasPoint)
            {
                hasPoint = true;
            }
            else if (digit < 0)
            {
                return false;
            }
            else
            {
                // 59 to 62 bits are kept. Of the digits after them, rounding only depends on whether all are zero.
                hasDigit = true;
                bool isKept = mantissa >> 58 == 0;
                mantissa = isKept ? (mantissa << 4) | (long)digit : mantissa | (digit == 0 ? 0L : 1L);
                scale += (isKept ? 0 : 4) - (hasPoint ? 4 : 0);
            }
        }

        value = Scale(mantissa, scale + Exponent(body.Substring(p + 1)));
        return hasDigit;
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

    private static int Digit(char c) => c switch
    {
        >= '0' and <= '9' => c - '0',
        >= 'a' and <= 'f' => c - 'a' + 10,
        >= 'A' and <= 'F' => c - 'A' + 10,
        _ => -1,
    };
}
