namespace Codec.Schema.Syntax;

/// <summary>A part of a schema: a token, a name with or without dots, or a constant.</summary>
/// <param name="Text">The text as written; for a string, without quotes and with resolved escapes.</param>
/// <param name="Start">The index of its first UTF-16 unit.</param>
/// <param name="Length">The number of UTF-16 units in the file.</param>
internal record SyntaxText(string Text, int Start, int Length)
{
    /// <summary>Gets the text as messages quote it.</summary>
    internal string Shown => MessageText.Shorten(Text);
}
