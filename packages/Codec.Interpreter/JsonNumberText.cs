using System.Text.RegularExpressions;

namespace Codec.Interpreter;

/// <summary>Parses numbers that are strings in JSON. The methods of .NET ignore NUL characters at the end of a number; these reject them.</summary>
internal static class JsonNumberText
{
    private const NumberStyles Style = NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent;
    private static readonly Regex Number = new(@"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\z", RegexOptions.CultureInvariant);

    internal static bool TryParse(string text, out long value) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value) && !EndsWithNul(text);

    internal static bool TryParse(string text, out ulong value) =>
        ulong.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value) && !EndsWithNul(text);

    /// <summary>Parses a number, or a name of infinity or NaN that flatc writes or reads.</summary>
    internal static bool TryParse(string text, out double value)
    {
        switch (text.ToUpperInvariant())
        {
            case "NAN" or "+NAN" or "-NAN":
                // The NaN constant of .NET has the sign bit set. That of flatc does not, whatever the sign in the text.
                value = BitConverter.Int64BitsToDouble(0x7FF8000000000000);
                return true;
            case "INF" or "+INF" or "INFINITY" or "+INFINITY":
                value = double.PositiveInfinity;
                return true;
            case "-INF" or "-INFINITY":
                value = double.NegativeInfinity;
                return true;
            default:
                bool isNumber = Number.IsMatch(text);
                if (!double.TryParse(text, Style, CultureInfo.InvariantCulture, out value) && isNumber)
                {
                    // Older runtimes reject numbers that are too large. Newer ones return infinity, as flatc does.
                    value = text[0] == '-' ? double.NegativeInfinity : double.PositiveInfinity;
                }

                return isNumber;
        }
    }

    /// <summary>Rounds a text that is a number to a float, which is infinite if the number is too large. The value is the double of the text.</summary>
    internal static float ToSingle(string text, double value)
    {
        // NaN and the infinities have names. Older runtimes reject a number that is too large.
        bool isFinite = !double.IsNaN(value) && !double.IsInfinity(value);
        return isFinite && float.TryParse(text, Style, CultureInfo.InvariantCulture, out float rounded) ? rounded : (float)value;
    }

    private static bool EndsWithNul(string text) => text.Length > 0 && text[text.Length - 1] == '\0';
}
