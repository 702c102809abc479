namespace Codec.Schema;

/// <summary>Derives names from the path of a schema.</summary>
internal static class SchemaFileName
{
    /// <summary>Returns the file name without folders.</summary>
    public static string Of(string path) => path.Substring(path.LastIndexOfAny(['/', '\\']) + 1);

    /// <summary>Returns the file name without folders and <c>.fbs</c>.</summary>
    public static string Stem(string path)
    {
        string name = Of(path);
        return name.EndsWith(".fbs", StringComparison.OrdinalIgnoreCase) ? name.Substring(0, name.Length - 4) : name;
    }

    /// <summary>Returns the ASCII letters and digits of a file name, in Pascal case: <c>TestPacket</c> for <c>test_packet</c>.</summary>
    public static string Pascal(string stem)
    {
        StringBuilder name = new();
        bool isStart = true;
        foreach (char c in stem)
        {
            bool isPart = c is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or (>= '0' and <= '9');
            if (isPart)
            {
                name.Append(isStart ? char.ToUpperInvariant(c) : c);
            }

            isStart = !isPart;
        }

        return name.ToString();
    }
}
