namespace Codec.Schema.CSharp;

internal static class ConstantBytes
{
    /// <summary>Returns statements that store bytes: 8 bytes at a time, and the rest in smaller pieces.</summary>
    public static string Store(byte[] bytes, string place)
    {
        List<string> lines = [];
        for (int at = 0; at < bytes.Length;)
        {
            int count = Math.Min(3, (bytes.Length - at) / 8);
            (int size, string arguments) = count > 0 ? (8 * count, Numbers(bytes, at, count))
                : bytes.Length - at >= 4 ? (4, Number(bytes, at, 4) + "U") : (2, $"(ushort){Number(bytes, at, 2)}");
            string method = count > 1 ? "StoreAll" : size == 4 ? "StoreUInt32" : "Store";
            lines.Add($"Wire_::GeneratedBytes.{method}(ref origin, {Sum(place, at)}, {arguments});");
            at += size;
        }

        return CodeText.Lines(lines);
    }

    /// <summary>Returns a condition that tests for bytes, 8 bytes at a time. The last pieces may overlap.</summary>
    public static string Compare(byte[] bytes, string buffer, string place)
    {
        List<string> differences = [];
        for (int at = 0; at < bytes.Length;)
        {
            int count = Math.Min(3, (bytes.Length - at) / 8);
            int size = count > 0 ? 8 * count : bytes.Length - at > 4 && bytes.Length >= 8 ? 8 : 4;
            int start = Math.Min(at, bytes.Length - size);
            string arguments = size == 4 ? Number(bytes, start, 4) + "U" : Numbers(bytes, start, size / 8);
            differences.Add($"Wire_::GeneratedBytes.Difference({buffer}, {Sum(place, start)}, {arguments})");
            at = start + size;
        }

        return differences.Count == 1 ? $"{differences[0]} == 0" : $"({string.Join("\n| ", differences)}) == 0";
    }

    private static string Sum(string place, int offset) => place == "0"
        ? offset.ToString(CultureInfo.InvariantCulture)
        : offset == 0 ? place : FormattableString.Invariant($"{place} + {offset}");

    private static string Numbers(byte[] bytes, int at, int count) =>
        string.Join(", ", Enumerable.Range(0, count).Select(i => Number(bytes, at + (8 * i), 8) + "UL"));

    private static string Number(byte[] bytes, int at, int size)
    {
        ulong value = 0;
        for (int i = size - 1; i >= 0; i--)
        {
            value = (value << 8) | bytes[at + i];
        }

        return FormattableString.Invariant($"0x{value:X}");
    }
}
