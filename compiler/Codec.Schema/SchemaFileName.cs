namespace Codec.Schema;

internal static class SchemaFileName
{
    public static string Of(string path) => path.Substring(path.LastIndexOfAny(['/', '\\']) + 1);

    public static string Stem(string path)
    {
        string name = Of(path);
        return name.EndsWith(".fbs", StringComparison.OrdinalIgnoreCase) ? name.Substring(0, name.Length - 4) : name;
    }

    /// <summary>Returns the ASCII letters and digits of a file name, in Pascal case: <c>TestPacket</c> for <c>test_packet</c>.</summary>
    public static string Pascal(string stem) => string.Concat(
        Regex.Matches(stem, "[A-Za-z0-9]+").Cast<Match>().Select(part => char.ToUpperInvariant(part.Value[0]) + part.Value.Substring(1)));
}
