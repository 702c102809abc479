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

    private static string Shortest(double value) => Shortest(
        value, value, ["R", "G16", "G17"], text => double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double parsed) && parsed.Equals(value));

    private static string Shortest(float value) => Shortest(
        value, value, ["R", "G8", "G9"], text => float.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out float parsed) && parsed.Equals(value));

    // On older runtimes, "R" returns one digit too many, or too few, and the text of a negative zero has no sign.
    private static string Shortest(double value, IFormattable number, string[] formats, Func<string, bool> isSame) => BitConverter.DoubleToInt64Bits(value) == long.MinValue
        ? "-0"
        : formats.Take(2).Select(format => number.ToString(format, CultureInfo.InvariantCulture)).Where(isSame).OrderBy(text => text.Length).FirstOrDefault()
            ?? number.ToString(formats[2], CultureInfo.InvariantCulture);
#endif
}
