using System;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Codec.Cli.Values;

/// <summary>Parses the quantities of a command line: durations, rates, shares and speeds.</summary>
/// <remarks>Each method returns the error message for the user, or <see langword="null"/> if the text was parsed. No method throws.</remarks>
public static partial class QuantityText
{
    // The longest wait of a timer, in milliseconds.
    private const double LongestDuration = int.MaxValue;

    // A double represents this number exactly, and no network is as fast.
    private const double HighestRate = 1e12;

    /// <summary>
    /// Parses a duration: a number and a unit (<c>us</c>, <c>ms</c>, <c>s</c>, <c>m</c> or <c>min</c>, <c>h</c>), as in <c>80ms</c>. 0 needs no unit.
    /// </summary>
    /// <param name="text">The text.</param>
    /// <param name="duration">The duration, from zero to 24 days.</param>
    /// <returns>The error message, or <see langword="null"/> if the text was parsed.</returns>
    public static string? ParseDuration(string text, out TimeSpan duration)
    {
        duration = default;
        if (!TrySplit(text, out double number, out string unit))
        {
            return $"'{text}' is not a duration; expected a number and a unit, such as 80ms, 1.5s, 10m.";
        }

        double milliseconds = unit switch
        {
            "us" => number / 1000,
            "ms" => number,
            "s" => number * 1000,
            "m" or "min" => number * 60_000,
            "h" => number * 3_600_000,
            "" when number == 0 => 0,
            _ => double.NaN,
        };
        if (double.IsNaN(milliseconds))
        {
            return unit.Length == 0
                ? $"'{text}' has no unit; expected us, ms, s, m or h, as in {text}ms."
                : $"'{unit}' is not a unit of time; expected us, ms, s, m or h, as in 80ms.";
        }

        if (milliseconds > LongestDuration)
        {
            return $"'{text}' is too long; the longest duration is 24 days.";
        }

        duration = TimeSpan.FromTicks((long)(milliseconds * TimeSpan.TicksPerMillisecond));
        return null;
    }

    /// <summary>
    /// Parses a rate: a number and a unit of bits (<c>bit</c>, <c>kbit</c>, <c>mbit</c>, <c>gbit</c>) or bytes (<c>B</c>, <c>kB</c>, <c>MB</c>,
    /// <c>GB</c>) per second.
    /// </summary>
    /// <param name="text">The text. It may end with <c>/s</c>. The prefix k means 1,000.</param>
    /// <param name="bytesPerSecond">The rate in bytes per second, at least 1.</param>
    /// <returns>The error message, or <see langword="null"/> if the text was parsed.</returns>
    public static string? ParseRate(string text, out double bytesPerSecond)
    {
        bytesPerSecond = 0;
        if (!TrySplit(text, out double number, out string unit))
        {
            return $"'{text}' is not a rate; expected a number and a unit, such as 1mbit, 64kbit, 200kB.";
        }

        double factor = (unit.EndsWith("/s", StringComparison.Ordinal) ? unit[..^2] : unit) switch
        {
            "bit" => 1 / 8.0,
            "kbit" => 1e3 / 8,
            "mbit" or "Mbit" => 1e6 / 8,
            "gbit" or "Gbit" => 1e9 / 8,
            "B" => 1,
            "kB" => 1e3,
            "MB" => 1e6,
            "GB" => 1e9,
            _ => 0,
        };
        if (factor == 0)
        {
            return unit.Length == 0
                ? $"'{text}' has no unit; expected bit, kbit, mbit, gbit, B, kB, MB or GB, as in {text}kbit."
                : $"'{unit}' is not a unit of a rate; expected bit, kbit, mbit, gbit, B, kB, MB or GB, as in 1mbit.";
        }

        bytesPerSecond = number * factor;
        return bytesPerSecond is >= 1 and <= HighestRate ? null : $"'{text}' is out of range; a rate is from 8bit to 1000GB (per second).";
    }

    /// <summary>Parses a share: a percentage such as <c>2%</c>, or a fraction such as <c>0.02</c>.</summary>
    /// <param name="text">The text.</param>
    /// <param name="share">The share, from 0 to 1.</param>
    /// <returns>The error message, or <see langword="null"/> if the text was parsed.</returns>
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

    /// <summary>Parses a speed: a factor such as <c>2x</c>, or <c>max</c>.</summary>
    /// <param name="text">The text.</param>
    /// <param name="speed">The factor, more than 0; infinity for <c>max</c>.</param>
    /// <returns>The error message, or <see langword="null"/> if the text was parsed.</returns>
    public static string? ParseSpeed(string text, out double speed)
    {
        speed = double.PositiveInfinity;
        if (text == "max")
        {
            return null;
        }

        return TrySplit(text, out speed, out string unit) && unit is "x" or "" && speed > 0
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
