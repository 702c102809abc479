namespace Codec.Schema.Wireshark;

internal static class LuaText
{
    /// <summary>Returns a string in quotes. Every byte that is not a printable ASCII character is escaped.</summary>
    internal static string Quote(string text) => '"' + string.Concat(Encoding.UTF8.GetBytes(text).Select(Escaped)) + '"';

    /// <summary>Returns a constant in the form that Wireshark's <c>TreeItem:add</c> accepts: 64-bit integers are objects.</summary>
    internal static string Value(ScalarValue value) => value.IsReal ? Real(value.Real)
        : value.Type.Size == 8
            ? CodeText.Of($"{(value.Type.IsSigned ? "" : "U")}Int64.new({(uint)value.Bits}, {(uint)(value.Bits >> 32)})")
        : value.ToString();

    /// <summary>Returns the key of a constant in a table of names. For a 64-bit integer, the key is a string with its digits.</summary>
    internal static string Key(ScalarValue value) => value.Type.Size == 8 ? $"[\"{value}\"]" : $"[{value}]";

    private static string Escaped(byte value) => value is >= (byte)' ' and < 0x7F and not ((byte)'"' or (byte)'\\')
        ? ((char)value).ToString()
        : "\\" + value.ToString("D3", CultureInfo.InvariantCulture);

    // On x86, 0/0 is a NaN with the sign bit set.
    private static string Real(double value) =>
        double.IsNaN(value) ? "-(0/0)"
        : double.IsPositiveInfinity(value) ? "1/0"
        : double.IsNegativeInfinity(value) ? "-1/0"
        : value.ToString("R", CultureInfo.InvariantCulture);
}
