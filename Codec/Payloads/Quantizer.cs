namespace Codec.Payloads;

/// <summary>
/// Converts the numbers of a quantized field to codes and back, in doubles. Every language and processor gets the same bits: no product is added to or
/// subtracted from a number, so no compiler can fuse the two operations, and no sum of squares has fractions.
/// </summary>
/// <remarks>
/// Converting a code to a value and back gives the code, or one with the same value. So rounding twice is rounding once. Immutable and thread-safe.
/// </remarks>
internal readonly struct Quantizer
{
    internal const int Scalar = 0;
    internal const int UnitVector = 1;
    internal const int Quaternion = 2;

    // The components of a rotation are whole multiples of this part of the largest one: more than the 24 bits of a float.
    private const long One = 1L << 30;

    private readonly bool _isRefusing;
    private readonly double _min;
    private readonly double _max;
    private readonly double _multiplier;
    private readonly double _divisor;

    /// <summary>Creates a quantizer of scalars: the values <c>k * multiplier / divisor</c> for a whole k from min to max.</summary>
    internal Quantizer(double min, double max, double multiplier, double divisor, bool isRefusing)
        : this(Scalar, 0, isRefusing) => (_min, _max, _multiplier, _divisor, MaxNumber) = (min, max, multiplier, divisor, (ulong)(long)(max - min));

    /// <summary>Creates a quantizer of unit vectors or quaternions.</summary>
    /// <param name="kind"><see cref="UnitVector"/> or <see cref="Quaternion"/>.</param>
    /// <param name="bits">The bits of each number: 4 to 20.</param>
    /// <param name="isRefusing">Whether a vector without a direction is refused.</param>
    internal Quantizer(int kind, int bits, bool isRefusing)
        : this()
    {
        (Kind, Bits, _isRefusing) = (kind, bits, isRefusing);
        Largest = (1L << bits >> 1) - 1;
        MaxNumber = (ulong)(2 * Largest);
    }

    internal int Kind { get; }
    internal int Bits { get; }

    /// <summary>Gets the largest valid number: the code of a scalar, or each number in the code of a vector, except the index of a quaternion.</summary>
    internal ulong MaxNumber { get; }

    // The numbers of a vector are from minus this to this.
    private long Largest { get; }

    /// <summary>Converts a scalar to the nearest code, or the higher one at half a step. NaN becomes the code 0.</summary>
    /// <returns><see langword="false"/> if the value is out of range, and the field refuses that.</returns>
    internal bool TryEncode(double value, out ulong code)
    {
        double steps = Nearest(value * _divisor / _multiplier);
        code = (ulong)(long)((steps >= _max ? _max : steps >= _min ? steps : _min) - _min);
        return (steps >= _min && steps <= _max) || !_isRefusing;
    }

    /// <summary>Converts a code up to <see cref="MaxNumber"/> to its scalar.</summary>
    internal double Decode(ulong code) => (_min + (long)code) * _multiplier / _divisor;

    /// <summary>
    /// Converts a direction of any length to its place on an octahedron, unfolded to a square: https://jcgt.org/published/0003/02/01/.
    /// </summary>
    /// <returns><see langword="false"/> if the vector has no direction, and the field refuses that. Otherwise, such a vector is encoded as (0, 0, 1).</returns>
    internal bool TryEncode(float x, float y, float z, out ulong code)
    {
        double sum = Math.Abs((double)x) + Math.Abs((double)y) + Math.Abs((double)z);
        bool isValid = sum > 0 && sum <= double.MaxValue;
        double u = isValid ? x / sum : 0;
        double v = isValid ? y / sum : 0;
        if (isValid && z < 0)
        {
            (u, v) = ((1 - Math.Abs(v)) * (u < 0 ? -1 : 1), (1 - Math.Abs(u)) * (v < 0 ? -1 : 1));
        }

        code = Number(u * Largest) | (Number(v * Largest) << Bits);
        return isValid || !_isRefusing;
    }

    /// <summary>Converts a code, whose numbers are valid, to a direction of the length 1.</summary>
    internal void Decode(ulong code, out float x, out float y, out float z)
    {
        (long a, long b) = (Part(code, 0), Part(code, Bits));
        long c = Largest - Math.Abs(a) - Math.Abs(b);
        if (c < 0)
        {
            (a, b) = ((Largest - Math.Abs(b)) * (a < 0 ? -1 : 1), (Largest - Math.Abs(a)) * (b < 0 ? -1 : 1));
        }

        double length = Math.Sqrt((a * a) + (b * b) + (c * c));
        (x, y, z) = ((float)(a / length), (float)(b / length), (float)(c / length));
    }

    /// <summary>
    /// Converts a rotation of any length to the index of its largest component, in 2 bits, and the three others, after making the largest one positive.
    /// </summary>
    /// <returns>
    /// <see langword="false"/> if the components are all 0 or not finite, and the field refuses that. Otherwise, such a rotation is encoded as (0, 0, 0, 1).
    /// </returns>
    internal bool TryEncode(float x, float y, float z, float w, out ulong code)
    {
        double largest = 0;
        largest = Math.Abs(x) > largest ? Math.Abs(x) : largest;
        largest = Math.Abs(y) > largest ? Math.Abs(y) : largest;
        largest = Math.Abs(z) > largest ? Math.Abs(z) : largest;
        largest = Math.Abs(w) > largest ? Math.Abs(w) : largest;

        // NaN is not finite.
        bool isValid = largest > 0 && (double)Math.Abs(x) + Math.Abs(y) + Math.Abs(z) + Math.Abs(w) <= double.MaxValue;
        (x, y, z, w, largest) = isValid ? (x, y, z, w, largest) : (0, 0, 0, 1, 1);
        (long a, long b, long c, long d) = (Fixed(x / largest), Fixed(y / largest), Fixed(z / largest), Fixed(w / largest));
        double length = Math.Sqrt((a * a) + (b * b) + (c * c) + (d * d));

        // Rounding moves the components by up to two steps. So a rounded rotation may have another largest component, whose code has another value.
        long near = One - (4 * One / Largest);
        ulong first = ulong.MaxValue;
        code = 0;
        for (uint index = 0; index < 4; index++)
        {
            long size = Math.Abs(index == 0 ? a : index == 1 ? b : index == 2 ? c : d);
            if (size < near)
            {
                continue;
            }

            code = Without(index, a, b, c, d, length);
            Decode(code, out float p, out float q, out float r, out float s);
            if (p == x && q == y && r == z && s == w)
            {
                return isValid || !_isRefusing;
            }

            first = size == One && first == ulong.MaxValue ? code : first;
        }

        code = first;
        return isValid || !_isRefusing;
    }

    /// <summary>Converts a code, whose numbers are valid, to a rotation.</summary>
    internal void Decode(ulong code, out float x, out float y, out float z, out float w)
    {
        (long a, long b, long c) = (Part(code, 2), Part(code, 2 + Bits), Part(code, 2 + (2 * Bits)));
        long square = 2 * Largest * Largest;
        double one = Math.Sqrt(square);
        float largest = (float)(Math.Sqrt(Math.Max(0, square - (a * a) - (b * b) - (c * c))) / one);
        (float p, float q, float r) = ((float)(a / one), (float)(b / one), (float)(c / one));
        (x, y, z, w) = (code & 3) switch
        {
            0 => (largest, p, q, r),
            1 => (p, largest, q, r),
            2 => (p, q, largest, r),
            _ => (p, q, r, largest),
        };
    }

    private static double Nearest(double value)
    {
        double floor = Math.Floor(value);
        return value >= floor + 0.5 ? floor + 1 : floor;
    }

    private static long Fixed(double part) => (long)Nearest(part * One);

    private ulong Without(uint index, long a, long b, long c, long d, double length)
    {
        (long largest, long p, long q, long r) = index switch
        {
            0 => (a, b, c, d),
            1 => (b, a, c, d),
            2 => (c, a, b, d),
            _ => (d, a, b, c),
        };
        double scale = Math.Sqrt(2 * Largest * Largest) * (largest < 0 ? -1 : 1);
        return index | (Number(p * scale / length) << 2) | (Number(q * scale / length) << (2 + Bits)) | (Number(r * scale / length) << (2 + (2 * Bits)));
    }

    private ulong Number(double value) => (ulong)(Math.Max(-Largest, Math.Min(Largest, (long)Nearest(value))) + Largest);

    private long Part(ulong code, int shift) => (long)((code >> shift) & ((1UL << Bits) - 1)) - Largest;
}
