namespace Codec.Cli.Stats;

/// <summary>Formats numbers with units, with at most 8 characters.</summary>
internal static class UnitText
{
    private static readonly string[] Prefixes = ["", "k", "M", "G", "T", "P", "E"];

    /// <summary>Formats a number of bytes, in units of 1,000.</summary>
    public static string Bytes(double bytes) => Scaled(bytes) + "B";

    /// <summary>Formats a number, such as <c>12.3k</c>.</summary>
    public static string Count(double count) => Scaled(count).Replace(" ", "", StringComparison.Ordinal);

    public static string Time(long nanoseconds) => Math.Abs(nanoseconds) switch
    {
        >= 1_000_000_000 => $"{nanoseconds / 1e9:0.000} s",
        >= 1_000_000 => $"{nanoseconds / 1e6:0.000} ms",
        _ => $"{nanoseconds / 1e3:0.###} us",
    };

    private static string Scaled(double number)
    {
        int prefix = 0;
        while (number >= 999.5 && prefix < Prefixes.Length - 1)
        {
            number /= 1000;
            prefix++;
        }

        string format = prefix == 0 && number == Math.Floor(number) ? "0" : number >= 99.95 ? "0" : "0.0";
        return $"{number.ToString(format, CultureInfo.InvariantCulture)} {Prefixes[prefix]}";
    }
}
