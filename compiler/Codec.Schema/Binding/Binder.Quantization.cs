using System.Numerics;

namespace Codec.Schema.Binding;

internal sealed partial class Binder
{
    private const string Range = "range";
    private const string Step = "step";
    private const string Bits = "bits";
    private const string OutOfRange = "out_of_range";

    // A float has 24 bits. With more than 48 bits, the roundings of a conversion in doubles could change the index of a value.
    private const int FloatBits = 24;
    private const int DoubleBits = 48;

    // Fewer bits than these have no unit vector near each direction. With more, floats are too coarse to find the numbers again.
    private const int MinVectorBits = 4;
    private const int MaxVectorBits = 20;

    // A shape holds the parts of a step as doubles.
    private static readonly BigInteger MaxStepPart = BigInteger.One << 53;

    private static readonly (string Attribute, QuantizationKind Kind, int Floats)[] VectorAttributes =
        [("unit_vector", QuantizationKind.UnitVector, 3), ("quaternion", QuantizationKind.Quaternion, 4)];

    // A table can refer to a struct that is declared later.
    private readonly List<(SourceText Source, AttributeSyntax Attribute, BoundType Type, int Floats)> _quantizedVectors = [];

    /// <summary>Binds the attributes of a quantized field; null if it has none, or after an error.</summary>
    private Quantization? BindQuantization(FieldSyntax field, AttributeSet attributes, BoundType type, FieldDefault value = default)
    {
        if (attributes.All.Count == 0)
        {
            return null;
        }

        BoundType element = type.Element ?? type;
        (AttributeSyntax? range, AttributeSyntax? step, AttributeSyntax? bits) = (attributes.Find(Range), attributes.Find(Step), attributes.Find(Bits));
        Quantization? vector = BindVector(attributes, element, range);
        Allow(attributes, Step, range is not null, $"needs '{Range}'");
        Allow(attributes, Bits, range is not null, $"needs '{Range}'");
        Allow(attributes, OutOfRange, range is not null || vector is not null, $"needs '{Range}'");
        if (attributes.Find(OutOfRange) is { } policy && policy.Value is not { Kind: LiteralKind.Text, Text: "clamp" or "refuse" })
        {
            ReportMisuse(policy, $"must be \"clamp\" or \"refuse\"{ButIs(policy.Value)}");
        }

        bool isRefusing = attributes.Find(OutOfRange)?.Value?.Text == "refuse";
        if (range is null || vector is not null)
        {
            return vector is null ? null : vector with { IsRefusing = isRefusing };
        }

        string? problem = element.Kind != TypeKind.Scalar || element.Scalar == ScalarKind.Bool ? "is allowed only on a number, or on a vector or array of numbers"
            : (step is null) == (bits is null) ? $"needs either '{Step}' or '{Bits}'"
            : null;
        if (problem is not null || RangeOf(range) is not var (low, high))
        {
            ReportMisuse(range, problem ?? "must be two numbers in ascending order, such as \"-1024..1024\"");
            return null;
        }

        ScalarType scalar = ScalarType.Of(element.Scalar);
        return Steps(low, high, step, bits, scalar) is { } size
            && BindSteps(low, high, size, scalar, step ?? bits!) is { } result
            && HasDefault(result, field, value, scalar)
            ? result with { IsRefusing = isRefusing } : null;
    }

    private static (Fraction Low, Fraction High)? RangeOf(AttributeSyntax range)
    {
        string[] ends = (range.Value?.Text ?? string.Empty).Split([".."], StringSplitOptions.None);
        return ends.Length == 2 && Fraction.Parse(ends[0]) is { } low && Fraction.Parse(ends[1]) is { } high && (high - low).Numerator.Sign > 0
            ? (low, high) : null;
    }

    /// <summary>Returns the size of a step: as declared, or the smallest one with which the range has steps at its ends and at 0.</summary>
    private Fraction? Steps(Fraction low, Fraction high, AttributeSyntax? step, AttributeSyntax? bits, ScalarType scalar)
    {
        if (step is not null)
        {
            Fraction? size = Fraction.Parse(step.Value?.Text);
            bool isValid = size?.Numerator.Sign > 0;
            Report(!isValid, step, $"must be a number above 0, such as \"0.01\"{ButIs(step.Value)}");
            return isValid ? size : null;
        }

        int max = scalar.Kind == ScalarKind.Float ? FloatBits : Math.Min(8 * scalar.Size, DoubleBits);
        if (NumberOf(bits!) is not ({ } count and > 0) || count > max)
        {
            Report(true, bits!, FormattableString.Invariant($"must be a number from 1 to {max} for the type {scalar.Name}{ButIs(bits!.Value)}"));
            return null;
        }

        // The steps from 0 to each end are whole numbers if the number of all steps is a multiple of this denominator.
        BigInteger unit = (low / (high - low)).Denominator;
        BigInteger steps = ((BigInteger.One << (int)count) - 1) / unit * unit;
        Report(steps.IsZero, bits!, "is too small for steps at both ends of the range and at 0");
        return steps.IsZero ? null : (high - low) / new Fraction(steps, 1);
    }

    private Quantization? BindSteps(Fraction low, Fraction high, Fraction step, ScalarType scalar, AttributeSyntax attribute)
    {
        (Fraction min, Fraction max) = (low / step, high / step);
        int precision = scalar.Kind == ScalarKind.Float ? FloatBits : DoubleBits;
        string? problem =
            !min.IsWhole || !max.IsWhole ? "must divide both ends of the range: each is a whole number of steps from 0"
            : scalar.IsInteger && !step.IsWhole ? $"must give whole steps, because the type is {scalar.Name}"
            : scalar.IsInteger && (low.Numerator < scalar.Smallest || high.Numerator > scalar.Largest) ? $"has a range that exceeds the type {scalar.Name}"
            : BigInteger.Max(-min.Numerator, max.Numerator) > BigInteger.One << (precision - 1)
                ? FormattableString.Invariant($"gives an end of the range that is more than {1L << (precision - 1)} steps from 0, which the type {scalar.Name} cannot tell apart")
            : step.Numerator > MaxStepPart || step.Denominator > MaxStepPart ? "gives a step with too many digits"
            : null;
        if (problem is not null)
        {
            ReportMisuse(attribute, problem);
            return null;
        }

        BigInteger count = (max - min).Numerator;
        return new Quantization
        {
            Kind = QuantizationKind.Scalar,
            Bits = Enumerable.Range(1, 64).First(bits => count >> bits == 0),
            Min = (long)min.Numerator,
            Max = (long)max.Numerator,
            Multiplier = (long)step.Numerator,
            Divisor = (long)step.Denominator,
        };
    }

    // A payload does not contain a default, so the receiver could not round it.
    private bool HasDefault(Quantization quantization, FieldSyntax field, FieldDefault value, ScalarType scalar)
    {
        if (value.Scalar is not { } number)
        {
            return true;
        }

        double wanted = scalar.IsReal ? number.Real : (double)number.Integer;
        double steps = wanted * quantization.Divisor / quantization.Multiplier;
        double nearest = Math.Round(Math.Max(quantization.Min, Math.Min(quantization.Max, steps)));
        double found = nearest * quantization.Multiplier / quantization.Divisor;
        bool isValue = (scalar.Kind == ScalarKind.Float ? (float)found : found) == wanted;
        if (!isValue)
        {
            Report(SchemaRule.ValueOutOfRange, field.Default ?? field.Name, $"The default {number} of '{field.Name.Text}' is not a step of its range; expected a number that is sent unchanged.");
        }

        return isValue;
    }

    private Quantization? BindVector(AttributeSet attributes, BoundType element, AttributeSyntax? range)
    {
        Quantization? result = null;
        foreach ((string name, QuantizationKind kind, int floats) in VectorAttributes)
        {
            if (attributes.Find(name) is not { } attribute)
            {
                continue;
            }

            bool isAlone = range is null && result is null;
            bool isValid = NumberOf(attribute) is >= MinVectorBits and <= MaxVectorBits;
            Report(!isAlone, attribute, "is the only quantization that a field can have");
            Report(isAlone && !isValid, attribute, FormattableString.Invariant($"must be a number of bits from {MinVectorBits} to {MaxVectorBits}{ButIs(attribute.Value)}"));
            _quantizedVectors.Add((_source, attribute, element, floats));
            result = new Quantization { Kind = kind, Bits = isValid ? (int)NumberOf(attribute)! : MinVectorBits };
        }

        return result;
    }

    private void CheckQuantizedVectors()
    {
        foreach ((SourceText source, AttributeSyntax attribute, BoundType type, int floats) in _quantizedVectors)
        {
            if (type.Record is not { IsStruct: true } record || record.StructFields.Count != floats
                || record.StructFields.Any(field => field.Type.Scalar != ScalarKind.Float || field.Quantization is not null))
            {
                diagnostics.Report(
                    SchemaRule.AttributeMisuse, source.Span(attribute.Name), FormattableString.Invariant($"The attribute '{attribute.Name.Text}' is allowed only on a struct of {floats} floats that have no range."));
            }
        }
    }

    private void Report(bool isWrong, AttributeSyntax attribute, string expected)
    {
        if (isWrong)
        {
            ReportMisuse(attribute, expected);
        }
    }
}
