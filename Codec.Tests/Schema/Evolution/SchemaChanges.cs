namespace Codec.Tests.Schema.Evolution;

/// <summary>Changes the text of a random schema.</summary>
internal static partial class SchemaChanges
{
    /// <summary>Renames types, values, members and most fields.</summary>
    public static string Rename(string text) => Names().Replace(text, "${0}q");

    /// <summary>Adds comments, and writes the tables in reverse order.</summary>
    public static string Reorder(string text)
    {
        string[] tables = [.. Tables().Matches(text).Select(match => "/// Documented.\n" + match.Value)];
        int last = tables.Length;
        return "// Another comment.\n" + Tables().Replace(text, _ => tables[--last]);
    }

    /// <summary>Adds a field to the table with the given index.</summary>
    public static string AddField(string text, int table)
    {
        string head = FormattableString.Invariant($"table T{table} {{\n");
        Match match = Tables().Matches(text).Single(candidate => candidate.Value.StartsWith(head, StringComparison.Ordinal));
        bool hasIds = match.Value.Contains("id: ", StringComparison.Ordinal);
        int ids = Ids().Matches(match.Value).Select(id => int.Parse(id.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture) + 1).DefaultIfEmpty().Max();
        string field = FormattableString.Invariant($"  added:double = 12345.678{(hasIds ? $" (id: {ids})" : "")};\n");
        return text.Remove(match.Index, match.Length).Insert(match.Index, match.Value[..^2] + field + "}\n");
    }

    [GeneratedRegex(@"\b([TPUV]\d+|Kind\d+|Flags\d+|f\d+_\w+|Alias|Text)\b")]
    private static partial Regex Names();

    [GeneratedRegex(@"^table T\d+ \{\n[^}]*\}\n", RegexOptions.Multiline)]
    private static partial Regex Tables();

    [GeneratedRegex(@"\bid: (\d+)")]
    private static partial Regex Ids();
}
