using System.Numerics;

namespace Codec.Schema.Binding;

/// <summary>An exact number: a fraction in lowest terms, whose denominator is above 0.</summary>
internal readonly record struct Fraction
{
    // More digits than a double can hold.
    private static readonly Regex Text = new(@"\A *(-?)([0-9]{1,20})(?:\.([0-9]{1,20}))? *\z");

    internal Fraction(BigInteger numerator, BigInteger denominator)
    {
        BigInteger divisor = BigInteger.GreatestCommonDivisor(numerator, denominator) * denominator.Sign;
        (Numerator, Denominator) = (numerator / divisor, denominator / divisor);
    }

    internal BigInteger Numerator { get; }
    internal BigInteger Denominator { get; }
    internal bool IsWhole => Denominator.IsOne;

    public static Fraction operator -(Fraction left, Fraction right) =>
        new((left.Numerator * right.Denominator) - (right.Numerator * left.Denominator), left.Denominator * right.Denominator);

    public static Fraction operator /(Fraction left, Fraction right) => new(left.Numerator * right.Denominator, left.Denominator * right.Numerator);

    /// <summary>Parses a decimal number without an exponent; null if the text is none.</summary>
    internal static Fraction? Parse(string? text)
    {
        if (text is null || Text.Match(text) is not { Success: true } match)
        {
            return null;
        }

        string decimals = match.Groups[3].Value;
        BigInteger digits = BigInteger.Parse(match.Groups[2].Value + decimals, CultureInfo.InvariantCulture);
        return new Fraction(match.Groups[1].Length > 0 ? -digits : digits, BigInteger.Pow(10, decimals.Length));
    }
}
