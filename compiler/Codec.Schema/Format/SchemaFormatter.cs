namespace Codec.Schema.Format;

/// <summary>
/// Formats schema files: two spaces of indentation, one field per line, one blank line around types. Preserves comments, attributes and the order.
/// </summary>
/// <remarks>Formatting is idempotent. Thread-safe.</remarks>
public static class SchemaFormatter
{
    // Decodes every byte as one character, so that bytes in comments that are not UTF-8 are preserved.
    private static readonly Encoding Latin1 = Encoding.GetEncoding("iso-8859-1");

    /// <summary>Formats a file. Only its syntax is checked; included files are not read.</summary>
    /// <param name="path">The file's name for diagnostics.</param>
    /// <param name="content">The file's bytes. They are not modified.</param>
    /// <param name="result">The diagnostics; it has no model.</param>
    /// <returns>The formatted bytes: UTF-8 without a byte order mark, with line feeds. <see langword="null"/> if the file has syntax errors.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static byte[]? Format(string path, byte[] content, out SchemaResult result)
    {
        SchemaSource source = SchemaSource.Decode(path, content);
        DiagnosticBag diagnostics = new();
        Parser.Parse(source, diagnostics);
        result = SchemaResult.Create(null, diagnostics.Items, diagnostics.Items.Count, [path]);
        if (diagnostics.Items.Any(diagnostic => diagnostic.Rule.Severity == SchemaSeverity.Error))
        {
            return null;
        }

        bool hasMark = content.Length >= 3 && content[0] == 0xEF && content[1] == 0xBB && content[2] == 0xBF;
        string text = hasMark ? Latin1.GetString(content, 3, content.Length - 3) : Latin1.GetString(content);
        return Latin1.GetBytes(new SchemaPrinter(FormatTokens.Of(text)).Print());
    }
}
