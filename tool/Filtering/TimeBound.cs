namespace Codec.Cli.Filtering;

/// <summary>A time: relative to the first packet, or a date and time.</summary>
/// <param name="Value">The time in nanoseconds since the first packet, or since 1970.</param>
/// <param name="IsAbsolute">Whether the time is relative to 1970.</param>
internal readonly record struct TimeBound(long Value, bool IsAbsolute)
{
    private const double NanosecondsPerSecond = 1e9;

    /// <summary>Parses a time. Returns the error message for the user, or <see langword="null"/>.</summary>
    /// <param name="text">Seconds such as <c>12.5</c>, or ISO 8601 such as <c>2026-11-22T20:00:00Z</c>. UTC if it has no offset.</param>
    public static string? Parse(string text, out TimeBound time)
    {
        if (double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double seconds) && seconds < long.MaxValue / NanosecondsPerSecond)
        {
            time = new TimeBound((long)(seconds * NanosecondsPerSecond), IsAbsolute: false);
            return null;
        }

        bool isDate = TryParseDate(text, out DateTimeOffset date) && date.Year is >= 1970 and < 2262;
        time = isDate ? new TimeBound((date.UtcTicks - DateTimeOffset.UnixEpoch.UtcTicks) * 100, IsAbsolute: true) : default;
        return isDate ? null : $"'{text}' is not a time; expected seconds such as 12.5, or a date and time such as 2026-11-22T20:00:00Z.";
    }

    /// <summary>Parses a date with an optional time of day, in ISO 8601. A time alone would be one of today.</summary>
    public static bool TryParseDate(string? text, out DateTimeOffset date)
    {
        const string Day = "yyyy-MM-dd";
        date = default;
        return text?.Length >= Day.Length && DateOnly.TryParseExact(text.AsSpan(0, Day.Length), Day, CultureInfo.InvariantCulture, DateTimeStyles.None, out _)
            && DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out date);
    }

    public long Nanoseconds(long start) => IsAbsolute ? Value : start > long.MaxValue - Value ? long.MaxValue : start + Value;
}
