namespace Codec.Bench.Report;

/// <summary>Formats figures with three digits and their unit.</summary>
public static class Figures
{
    /// <summary>Returns a time: <c>3.31 ns</c>.</summary>
    public static string Time(double nanoseconds) => Math.Abs(nanoseconds) switch
    {
        >= 1e9 => Digits(nanoseconds / 1e9) + " s",
        >= 1e6 => Digits(nanoseconds / 1e6) + " ms",
        >= 1e3 => Digits(nanoseconds / 1e3) + " µs",
        _ => Digits(nanoseconds) + " ns",
    };

    /// <summary>Returns an amount of memory: <c>4,928 B</c>, or <c>9.8 MB</c>.</summary>
    public static string Bytes(double bytes) => Math.Abs(bytes) switch
    {
        >= 10 << 20 => Digits(bytes / (1 << 20)) + " MB",
        >= 100_000 => Digits(bytes / 1024) + " KB",
        _ => Math.Round(bytes).ToString("N0", CultureInfo.InvariantCulture) + " B",
    };

    /// <summary>Returns a time or an amount of memory.</summary>
    public static string Figure(double figure, bool isInBytes) => isInBytes ? Bytes(figure) : Time(figure);

    /// <summary>Returns an interval: <c>3.24–3.39</c>, with units only if they differ.</summary>
    public static string Interval(Row row, bool isInBytes)
    {
        string[] low = Figure(row.Low, isInBytes).Split(' ');
        string[] high = Figure(row.High, isInBytes).Split(' ');
        return low[1] == high[1] ? $"{low[0]}–{high[0]}" : $"{string.Join(' ', low)}–{string.Join(' ', high)}";
    }

    /// <summary>Returns a ratio: <c>26.8x</c>.</summary>
    public static string Times(double ratio) => Digits(ratio) + "x";

    private static string Digits(double value) =>
        value.ToString(Math.Abs(value) switch { >= 100 => "0", >= 10 => "0.0", _ => "0.00" }, CultureInfo.InvariantCulture);
}
