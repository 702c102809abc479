namespace Codec.Bench.Report;

public static class Figures
{
    public static string Time(double nanoseconds) => Math.Abs(nanoseconds) switch
    {
        >= 1e9 => Digits(nanoseconds / 1e9) + " s",
        >= 1e6 => Digits(nanoseconds / 1e6) + " ms",
        >= 1e3 => Digits(nanoseconds / 1e3) + " µs",
        _ => Digits(nanoseconds) + " ns",
    };

    public static string Bytes(double bytes) => Math.Abs(bytes) switch
    {
        >= 10 << 20 => Digits(bytes / (1 << 20)) + " MB",
        >= 100_000 => Digits(bytes / 1024) + " KB",
        _ => Math.Round(bytes).ToString("N0", CultureInfo.InvariantCulture) + " B",
    };

    public static string Figure(double figure, bool isInBytes) => isInBytes ? Bytes(figure) : Time(figure);

    /// <summary>Returns an interval: <c>3.24–3.39</c>, with units only if they differ.</summary>
    public static string Interval(Row row, bool isInBytes)
    {
        string[] low = Figure(row.Low, isInBytes).Split(' ');
        string[] high = Figure(row.High, isInBytes).Split(' ');
        return low[1] == high[1] ? $"{low[0]}–{high[0]}" : $"{string.Join(' ', low)}–{string.Join(' ', high)}";
    }

    public static string Times(double ratio) => Digits(ratio) + "x";

    private static string Digits(double value) =>
        value.ToString(Math.Abs(value) switch { >= 100 => "0", >= 10 => "0.0", _ => "0.00" }, CultureInfo.InvariantCulture);
}
