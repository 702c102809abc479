using System;
using System.Globalization;

namespace Codec.Bench.Reports;

/// <summary>Formats the figures of curves with three digits, over many orders of magnitude.</summary>
internal static class ReportCurveText
{
    internal static string Time(double nanoseconds) => nanoseconds >= 1e9 ? Digits(nanoseconds / 1e9) + " s" : ReportText.Time(nanoseconds);

    internal static string Bytes(double bytes) => Math.Abs(bytes) switch
    {
        >= 1 << 30 => Digits(bytes / (1 << 30)) + " GB",
        >= 1 << 20 => Digits(bytes / (1 << 20)) + " MB",
        >= 1 << 10 => Digits(bytes / (1 << 10)) + " KB",
        _ => Math.Round(bytes).ToString("0", CultureInfo.InvariantCulture) + " B",
    };

    internal static string Number(double number) => number < 1000 ? Digits(number) : number.ToString("N0", CultureInfo.InvariantCulture);

    /// <summary>Returns a number for an axis: <c>20k</c>, <c>1.5M</c>.</summary>
    internal static string Short(double number) => number switch
    {
        >= 1e6 => Digits(number / 1e6) + "M",
        >= 1e3 => Digits(number / 1e3) + "k",
        _ => Digits(number),
    };

    private static string Digits(double value) => value.ToString(
        Math.Abs(value) switch { >= 100 => "0", >= 10 => "0.#", _ => "0.##" }, CultureInfo.InvariantCulture);
}
