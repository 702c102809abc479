namespace Codec.Schema.CSharp;

internal static class XmlComment
{
    // Control characters, separators of lines, what is no character in XML, and surrogates without a partner.
    private static readonly Regex NotAllowed = new(
        @"[\p{Cc}\u2028\u2029\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]");

    /// <summary>Returns a summary of one line from a schema's comment, or else from a fallback; empty without both.</summary>
    public static string Summary(EquatableArray<string> documentation, string fallback = "")
    {
        string text = string.Join(" ", documentation.Select(line => Escape(line.Trim())).Where(line => line.Length > 0));
        text = text.Length > 0 ? text : fallback;
        return text.Length > 0 ? $"/// <summary>{text}</summary>" : "";
    }

    public static string Escape(string text) => OneLine(text).Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;");

    /// <summary>Replaces with spaces the characters that end a line of C#, and thus a comment, and those that XML does not allow.</summary>
    public static string OneLine(string text) => NotAllowed.Replace(text, " ");
}
