using System;
using System.Globalization;

namespace Codec.Bench.Reports;

/// <summary>Formats figures with three digits and suitable units.</summary>
public static class ReportText
{
    /// <summary>Returns a time with its unit: <c>0.41 ns</c>, <c>12.3 µs</c>.</summary>
    public static string Time(double nanoseconds) => nanoseconds switch
    {
        >= 1e6 => Digits(nanoseconds / 1e6) + " ms",
        >= 1e3 => Digits(nanoseconds / 1e3) + " µs",
        _ => Digits(nanoseconds) + " ns",
    };

    /// <summary>Returns a range of times with one unit.</summary>
    public static string Interval(double low, double high) => $"{Time(low)} – {Time(high)}";

    /// <summary>Returns a ratio: <c>1.25x</c>.</summary>
    public static string Times(double ratio) => Digits(ratio) + "x";

    /// <summary>Returns a number of bytes, without fractions, which no operation allocates.</summary>
    public static string Bytes(double bytes) => Math.Round(bytes).ToString("N0", CultureInfo.InvariantCulture) + " B";

    /// <summary>Escapes a name for Markdown, which would treat a part of <c>List&lt;T&gt;</c> as a tag.</summary>
    public static string Name(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return name.Replace("<", "&lt;", StringComparison.Ordinal);
    }

    /// <summary>Returns names as a list in a sentence: <c>a, b and c</c>.</summary>
    internal static string Listed(string[] names) => names.Length == 1 ? names[0] : $"{string.Join(", ", names[..^1])} and {names[^1]}";

    private static string Digits(double value) => value switch
    {
        >= 100 => value.ToString("0", CultureInfo.InvariantCulture),
        >= 10 => value.ToString("0.0", CultureInfo.InvariantCulture),
        _ => value.ToString("0.00", CultureInfo.InvariantCulture),
    };
}
