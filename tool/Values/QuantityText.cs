namespace Codec.Cli.Values;

/// <summary>Parses the quantities of a command line: durations, rates, shares and speeds.</summary>
/// <remarks>Each method returns the error message for the user, or <see langword="null"/> if the text was parsed. No method throws.</remarks>
internal static partial class QuantityText
{
    // The longest wait of a timer, in milliseconds.
    private const double LongestDuration = int.MaxValue;

    // A double represents this number exactly, and no network is as fast.
    private const double HighestRate = 1e12;

    private static readonly Dictionary<string, double> Milliseconds = new() { ["us"] = 1e-3, ["ms"] = 1, ["s"] = 1000, ["m"] = 60_000, ["min"] = 60_000, ["h"] = 3_600_000 };

    private static readonly Dictionary<string, double> Bytes = new()
    {
        ["bit"] = 1 / 8.0,
        ["kbit"] = 1e3 / 8,
        ["mbit"] = 1e6 / 8,
        ["Mbit"] = 1e6 / 8,
        ["gbit"] = 1e9 / 8,
        ["Gbit"] = 1e9 / 8,
        ["B"] = 1,
        ["kB"] = 1e3,
        ["MB"] = 1e6,
        ["GB"] = 1e9,
    };

    /// <summary>Parses a duration from zero to 24 days, such as <c>80ms</c>. The units are us, ms, s, m, min and h; 0 needs no unit.</summary>
    public static string? ParseDuration(string text, out TimeSpan duration)
    {
        duration = default;
        if (!TrySplit(text, out double number, out string unit))
        {
            return $"'{text}' is not a duration; expected a number and a unit, such as 80ms, 1.5s, 10m.";
        }

        if (!Milliseconds.TryGetValue(unit, out double factor) && (unit.Length > 0 || number != 0))
        {
            return unit.Length == 0
                ? $"'{text}' has no unit; expected us, ms, s, m or h, as in {text}ms."
                : $"'{unit}' is not a unit of time; expected us, ms, s, m or h, as in 80ms.";
        }

        if (number * factor > LongestDuration)
        {
            return $"'{text}' is too long; the longest duration is 24 days.";
        }

        duration = TimeSpan.FromTicks((long)(number * factor * TimeSpan.TicksPerMillisecond));
        return null;
    }

    /// <summary>Parses a rate in bytes per second, at least 1. Its unit is one of bits or bytes, and may end with <c>/s</c>. The prefix k means 1,000.</summary>
    public static string? ParseRate(string text, out double bytesPerSecond)
    {
        bytesPerSecond = 0;
        if (!TrySplit(text, out double number, out string unit))
        {
            return $"'{text}' is not a rate; expected a number and a unit, such as 1mbit, 64kbit, 200kB.";
        }

        if (!Bytes.TryGetValue(unit.EndsWith("/s", StringComparison.Ordinal) ? unit[..^2] : unit, out double factor))
        {
            return unit.Length == 0
                ? $"'{text}' has no unit; expected bit, kbit, mbit, gbit, B, kB, MB or GB, as in {text}kbit."
                : $"'{unit}' is not a unit of a rate; expected bit, kbit, mbit, gbit, B, kB, MB or GB, as in 1mbit.";
        }

        bytesPerSecond = number * factor;
        return bytesPerSecond is >= 1 and <= HighestRate ? null : $"'{text}' is out of range; a rate is from 8bit to 1000GB (per second).";
    }

    /// <summary>Parses a share from 0 to 1: a percentage such as <c>2%</c>, or a fraction such as <c>0.02</c>.</summary>
    public static string? ParseShare(string text, out double share)
    {
        share = 0;
        if (!TrySplit(text, out double number, out string unit) || unit is not ("" or "%"))
        {
            return $"'{text}' is not a share; expected a percentage such as 2%, or a fraction such as 0.02.";
        }

        share = unit.Length == 0 ? number : number / 100;
        return share <= 1 ? null : $"'{text}' is more than 100%; expected 0% to 100%.";
    }

    /// <summary>Parses a speed: a factor above 0 such as <c>2x</c>, or <c>max</c>, which is infinity.</summary>
    public static string? ParseSpeed(string text, out double speed)
    {
        speed = double.PositiveInfinity;
        return text == "max" || (TrySplit(text, out speed, out string unit) && unit is "x" or "" && speed > 0)
            ? null
            : $"'{text}' is not a speed; expected a factor above 0 such as 2x or 0.5x, or max.";
    }

    private static bool TrySplit(string text, out double number, out string unit)
    {
        Match match = Shape().Match(text);
        unit = match.Groups[2].Value;
        return double.TryParse(match.Groups[1].Value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number) && double.IsFinite(number);
    }

    [GeneratedRegex(@"^([0-9]{1,18}(?:\.[0-9]{1,18})?) ?([A-Za-z/%]*)\z")]
    private static partial Regex Shape();
}
