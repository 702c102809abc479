using System;
using System.Globalization;

namespace Codec.Json;

/// <summary>Parses floating-point numbers that are strings in JSON.</summary>
internal static class JsonReal
{
    /// <summary>Parses a number, or a name of infinity or NaN that flatc writes or reads.</summary>
    /// <param name="text">The text of the string.</param>
    /// <param name="value">The number; 0 if the result is <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if the text is not a number.</returns>
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
                return double.TryParse(
                    text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent, CultureInfo.InvariantCulture, out value);
        }
    }
}
