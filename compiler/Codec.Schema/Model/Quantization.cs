namespace Codec.Schema.Model;

/// <summary>
/// The values that a field of a packed payload can have. A scalar is <c>k × Multiplier / Divisor</c> for a whole k from <see cref="Min"/> to
/// <see cref="Max"/>.
/// </summary>
public sealed record Quantization
{
    /// <summary>Gets what the bits are.</summary>
    public required QuantizationKind Kind { get; init; }

    /// <summary>Gets the bits of the scalar, or of each number of a unit vector or quaternion.</summary>
    public required int Bits { get; init; }

    /// <summary>Gets whether a value out of range is not sent (<c>out_of_range: "refuse"</c>). If not, the nearest value in range is sent.</summary>
    public bool IsRefusing { get; init; }

    /// <summary>Gets the start of a scalar's range, in steps.</summary>
    public long Min { get; init; }

    /// <summary>Gets the end of a scalar's range, in steps.</summary>
    public long Max { get; init; }

    /// <summary>Gets the numerator of a scalar's step.</summary>
    public long Multiplier { get; init; } = 1;

    /// <summary>Gets the denominator of a scalar's step.</summary>
    public long Divisor { get; init; } = 1;

    /// <summary>Gets whether two fields have the same bytes in a packed payload. A sender decides alone what it does with a value out of range.</summary>
    internal static bool AreEqual(Quantization? left, Quantization? right) => left?.Text == right?.Text;

    /// <summary>Gets what the bytes of a packed payload depend on.</summary>
    internal string Text => FormattableString.Invariant($"{Kind} {Bits} {Min}..{Max} {Multiplier}/{Divisor}");

    /// <summary>Gets the record of a shape: 3 words, and for a scalar 8 more, which are doubles with their low word first.</summary>
    internal IEnumerable<uint> Words
    {
        get
        {
            IEnumerable<uint> head = [(uint)Kind, (uint)Bits, IsRefusing ? 1U : 0];
            return Kind == QuantizationKind.Scalar ? head.Concat(new[] { Min, Max, Multiplier, Divisor }.SelectMany(Halves)) : head;

            static uint[] Halves(long number) =>
                BitConverter.DoubleToInt64Bits(number) is var bits ? [unchecked((uint)bits), unchecked((uint)(bits >> 32))] : [];
        }
    }
}
