using System.Globalization;

namespace Codec.Packets;

/// <summary>A packet format as text: <c>size=u16,id=u16,order=size-id,counts=payload,endian=little,max=65535</c>.</summary>
internal static class PacketFormatText
{
    internal const string Example = "size=u16,id=u16,order=size-id,counts=payload,endian=little,max=65535";

    // The largest number of characters of a value that a message shows.
    private const int MaxShown = 40;

    internal static string Write(PacketFormat format) => string.Format(
        CultureInfo.InvariantCulture,
        "size={0},id={1},order={2},counts={3},endian={4},max={5}",
        format.SizeWidth == 2 ? "u16" : "u32",
        format.IdWidth == 2 ? "u16" : "u32",
        format.IsIdFirst ? "id-size" : "size-id",
        format.SizeCountsHeader ? "packet" : "payload",
        format.IsBigEndian ? "big" : "little",
        format.MaxPayloadSize);

    /// <summary>Reads a format. A property that is missing has its default.</summary>
    /// <returns>The error with the value, or <see langword="null"/> if there is none.</returns>
    internal static string? TryRead(string text, out PacketFormat? format)
    {
        format = null;
        int sizeWidth = 2;
        int idWidth = 2;
        bool idFirst = false;
        bool sizeCountsHeader = false;
        bool bigEndian = false;
        int? max = null;
        HashSet<string> seen = new(StringComparer.Ordinal);
        foreach (string part in text.Split(','))
        {
            int equals = part.IndexOf('=');
            string key = (equals < 0 ? part : part.Substring(0, equals)).Trim();
            string value = equals < 0 ? "" : part.Substring(equals + 1).Trim();
            int chosen = 0;
            string expected;
            switch (key)
            {
                case "size" or "id":
                    expected = "u16 or u32";
                    chosen = Choose(value, "u16", "u32");
                    (sizeWidth, idWidth) = key == "size" ? (2 + (2 * chosen), idWidth) : (sizeWidth, 2 + (2 * chosen));
                    break;
                case "order":
                    expected = "size-id or id-size";
                    chosen = Choose(value, "size-id", "id-size");
                    idFirst = chosen == 1;
                    break;
                case "counts":
                    expected = "payload or packet";
                    chosen = Choose(value, "payload", "packet");
                    sizeCountsHeader = chosen == 1;
                    break;
                case "endian":
                    expected = "little or big";
                    chosen = Choose(value, "little", "big");
                    bigEndian = chosen == 1;
                    break;
                case "max":
                    expected = "a number of bytes";

                    // TryParse ignores NUL characters at the end.
                    chosen = int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && value[value.Length - 1] != '\0' ? 0 : -1;
                    max = number;
                    break;
                default:
                    return $"A packet format has no property '{Show(key)}'; expected properties such as {Example}.";
            }

            if (chosen < 0)
            {
                return $"The packet format's property '{key}' is '{Show(value)}'; expected {expected}.";
            }

            if (!seen.Add(key))
            {
                return $"The packet format's property '{key}' is given twice.";
            }
        }

        int sayable = PacketFormat.LargestPayload(sizeCountsHeader, sizeWidth, idWidth);
        if (max > sayable)
        {
            return $"The packet format's property 'max' is '{max.Value.ToString(CultureInfo.InvariantCulture)}'; the size field allows at most {sayable.ToString(CultureInfo.InvariantCulture)}.";
        }

        format = new PacketFormat(sizeCountsHeader, sizeWidth, idWidth, idFirst, bigEndian, max);
        return null;
    }

    private static int Choose(string value, string first, string second) => value == first ? 0 : value == second ? 1 : -1;

    private static string Show(string text) => text.Length > MaxShown ? $"{text.Substring(0, MaxShown)}…" : text;
}
