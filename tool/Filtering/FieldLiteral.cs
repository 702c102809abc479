namespace Codec.Cli.Filtering;

/// <summary>A text, number or name to which a field is compared. A text in quotes is not a number or name.</summary>
internal sealed class FieldLiteral(string text, byte[]? utf8, Int128? integer, double? real)
{
    public static FieldLiteral OfText(string text) => new(text, Encoding.UTF8.GetBytes(text), null, null);

    public static FieldLiteral OfWord(string word)
    {
        Int128? integer = word switch
        {
            "true" => Int128.One,
            "false" => Int128.Zero,
            _ when word.StartsWith("0x", StringComparison.OrdinalIgnoreCase) && ulong.TryParse(word.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong hex) => hex,
            _ => Int128.TryParse(word, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out Int128 number) ? number : null,
        };
        double? real = word switch
        {
            "inf" or "+inf" => double.PositiveInfinity,
            "-inf" => double.NegativeInfinity,
            _ => double.TryParse(word, NumberStyles.Float, CultureInfo.InvariantCulture, out double parsed) ? parsed : (double?)integer,
        };
        return new FieldLiteral(word, null, integer, real);
    }

    public bool Fits(PayloadType type, FieldOperator comparison) => type.Kind switch
    {
        TypeKind.String => utf8 is not null,
        TypeKind.Scalar or TypeKind.Enum => comparison != FieldOperator.Contains
            && ((real is { } number && (!double.IsNaN(number) || IsReal(type))) || type.Names?.TryParse(text, out _) == true),
        _ => false,
    };

    public bool Compare(ReadOnlySpan<byte> value, FieldOperator comparison) =>
        utf8 is not null && (comparison == FieldOperator.Contains ? value.IndexOf(utf8) >= 0 : IsMet(value.SequenceCompareTo(utf8), comparison));

    public bool Compare(ulong bits, PayloadType type, FieldOperator comparison)
    {
        if (type.Names is { } names && names.TryParse(text, out long named))
        {
            return IsMet(Whole(bits, type.Scalar).CompareTo(Whole(unchecked((ulong)named), type.Scalar)), comparison);
        }

        if (integer is { } whole && !IsReal(type))
        {
            return IsMet(Whole(bits, type.Scalar).CompareTo(whole), comparison);
        }

        if (real is not { } expected)
        {
            return false;
        }

        ScalarType scalar = ScalarType.Of(type.Scalar);
        double value = scalar.IsReal ? scalar.ToReal(bits) : (double)Whole(bits, type.Scalar);
        expected = scalar.IsReal ? scalar.ToReal(scalar.ToBits(expected)) : expected;

        // NaN has no order. It equals itself here, so that it can be found.
        return double.IsNaN(value) || double.IsNaN(expected)
            ? comparison == (value.Equals(expected) ? FieldOperator.Equal : FieldOperator.NotEqual)
            : IsMet(value.CompareTo(expected), comparison);
    }

    private static bool IsReal(PayloadType type) => ScalarType.Of(type.Scalar).IsReal;

    private static Int128 Whole(ulong bits, ScalarKind kind) => ScalarType.Of(kind).IsSigned ? unchecked((long)bits) : bits;

    private static bool IsMet(int order, FieldOperator comparison) => comparison switch
    {
        FieldOperator.Equal => order == 0,
        FieldOperator.NotEqual => order != 0,
        FieldOperator.Less => order < 0,
        FieldOperator.LessOrEqual => order <= 0,
        FieldOperator.Greater => order > 0,
        FieldOperator.GreaterOrEqual => order >= 0,
        _ => false,
    };
}
