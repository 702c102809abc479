#if !NET
using System;
using System.Globalization;
#endif

namespace Codec.Interpreter.Compat;

/// <summary>Writes finite floating-point numbers with the fewest digits that read back as the same number.</summary>
internal static class JsonReals
{
#if NET
    internal static void Write(Utf8JsonWriter writer, double value) => writer.WriteNumberValue(value);

    internal static void Write(Utf8JsonWriter writer, float value) => writer.WriteNumberValue(value);
#else
    // The writer of netstandard writes 9 and 17 digits. WriteRawValue does not indent the elements of an array.
    internal static void Write(Utf8JsonWriter writer, double value) => writer.WriteRawValue(Shortest(value), skipInputValidation: true);

    internal static void Write(Utf8JsonWriter writer, float value) => writer.WriteRawValue(Shortest(value), skipInputValidation: true);

    // On older runtimes, "R" returns one digit too many, or too few.
    private static string Shortest(double value)
    {
        if (IsMinusZero(value))
        {
            return "-0";
        }

        string text = value.ToString("R", CultureInfo.InvariantCulture);
        string shorter = value.ToString("G16", CultureInfo.InvariantCulture);
        if (shorter.Length < text.Length && IsSame(shorter, value))
        {
            return shorter;
        }

        return IsSame(text, value) ? text : value.ToString("G17", CultureInfo.InvariantCulture);
    }

    private static string Shortest(float value)
    {
        if (IsMinusZero(value))
        {
            return "-0";
        }

        string text = value.ToString("R", CultureInfo.InvariantCulture);
        string shorter = value.ToString("G8", CultureInfo.InvariantCulture);
        if (shorter.Length < text.Length && IsSame(shorter, value))
        {
            return shorter;
        }

        return IsSame(text, value) ? text : value.ToString("G9", CultureInfo.InvariantCulture);
    }

    // On older runtimes, the text of a negative zero has no sign.
    private static bool IsMinusZero(double value) => BitConverter.DoubleToInt64Bits(value) == long.MinValue;

    private static bool IsSame(string text, double value) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double parsed) && parsed.Equals(value);

    private static bool IsSame(string text, float value) =>
        float.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out float parsed) && parsed.Equals(value);
#endif
}
