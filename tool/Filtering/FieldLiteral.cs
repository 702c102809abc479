namespace Codec.Cli.Filtering;

/// <summary>A text, number or name to which a field is compared.</summary>
internal sealed class FieldLiteral
{
    private readonly string _text;
    private readonly byte[]? _utf8;
    private readonly Int128? _integer;
    private readonly double? _real;

    private FieldLiteral(string text, byte[]? utf8, Int128? integer, double? real)
    {
        _text = text;
        _utf8 = utf8;
        _integer = integer;
        _real = real;
    }

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

    /// <summary>Returns whether values of a type can be compared with the literal.</summary>
    public bool Fits(PayloadType type, FieldOperator comparison) => type.Kind switch
    {
        TypeKind.String => _utf8 is not null,
        TypeKind.Scalar or TypeKind.Enum => comparison != FieldOperator.Contains
            && ((_real is { } real && (!double.IsNaN(real) || IsReal(type))) || type.Names?.TryParse(_text, out _) == true),
        _ => false,
    };

    public bool Compare(ReadOnlySpan<byte> utf8, FieldOperator comparison)
    {
        if (_utf8 is null)
        {
            return false;
        }

        return comparison == FieldOperator.Contains ? utf8.IndexOf(_utf8) >= 0 : IsMet(utf8.SequenceCompareTo(_utf8), comparison);
    }

    /// <summary>Compares a number.</summary>
    /// <param name="bits">The number, as <see cref="PayloadNumbers"/> loads it.</param>
    public bool Compare(ulong bits, PayloadType type, FieldOperator comparison)
    {
        if (type.Names is { } names && names.TryParse(_text, out long named))
        {
            return IsMet(Whole(bits, type.Scalar).CompareTo(Whole(unchecked((ulong)named), type.Scalar)), comparison);
        }

        if (_integer is { } integer && !IsReal(type))
        {
            return IsMet(Whole(bits, type.Scalar).CompareTo(integer), comparison);
        }

        if (_real is not { } real)
        {
            return false;
        }

        double value = IsReal(type) ? PayloadNumbers.ToReal(bits, type.Scalar) : (double)Whole(bits, type.Scalar);
        real = IsReal(type) ? ScalarType.Of(type.Scalar).ToReal(ScalarType.Of(type.Scalar).ToBits(real)) : real;
        if (double.IsNaN(value) || double.IsNaN(real))
        {
            // NaN has no order. It equals itself here, so that it can be found.
            return comparison == (value.Equals(real) ? FieldOperator.Equal : FieldOperator.NotEqual);
        }

        return IsMet(value.CompareTo(real), comparison);
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
