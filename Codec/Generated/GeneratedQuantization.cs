using Codec.Payloads;

namespace Codec.Generated;

/// <summary>Rounds the values of quantized fields. A value that is refused does not change. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedQuantization
{
    /// <summary>Rounds a number to one of <c>k * multiplier / divisor</c> for a whole k from min to max.</summary>
    public static float Round(float value, double min, double max, double multiplier, double divisor, bool isRefusing) =>
        (float)Round((double)value, min, max, multiplier, divisor, isRefusing);

    /// <inheritdoc cref="Round(float, double, double, double, double, bool)"/>
    public static double Round(double value, double min, double max, double multiplier, double divisor, bool isRefusing)
    {
        Quantizer quantizer = new(min, max, multiplier, divisor, isRefusing);
        return quantizer.TryEncode(value, out ulong code) ? quantizer.Decode(code) : value;
    }

    /// <inheritdoc cref="Round(float, double, double, double, double, bool)"/>
    public static long Round(long value, double min, double max, double multiplier, double divisor, bool isRefusing)
    {
        Quantizer quantizer = new(min, max, multiplier, divisor, isRefusing);
        return quantizer.TryEncode(value, out ulong code) ? (long)quantizer.Decode(code) : value;
    }

    /// <inheritdoc cref="Round(float, double, double, double, double, bool)"/>
    public static ulong Round(ulong value, double min, double max, double multiplier, double divisor, bool isRefusing)
    {
        Quantizer quantizer = new(min, max, multiplier, divisor, isRefusing);
        return quantizer.TryEncode(value, out ulong code) ? (ulong)(long)quantizer.Decode(code) : value;
    }

    /// <summary>Rounds a unit vector whose numbers have these bits.</summary>
    public static void Round(ref float x, ref float y, ref float z, int bits, bool isRefusing)
    {
        Quantizer quantizer = new(Quantizer.UnitVector, bits, isRefusing);
        if (quantizer.TryEncode(x, y, z, out ulong code))
        {
            quantizer.Decode(code, out x, out y, out z);
        }
    }

    /// <summary>Rounds a quaternion whose numbers have these bits.</summary>
    public static void Round(ref float x, ref float y, ref float z, ref float w, int bits, bool isRefusing)
    {
        Quantizer quantizer = new(Quantizer.Quaternion, bits, isRefusing);
        if (quantizer.TryEncode(x, y, z, w, out ulong code))
        {
            quantizer.Decode(code, out x, out y, out z, out w);
        }
    }

    /// <summary>Gets the elements of a vector, to replace them; none if it is <see langword="null"/>.</summary>
    public static Span<T> Elements<T>(FieldList<T>? list) => list is null ? default : list.AsSpan();
}
