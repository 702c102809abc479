namespace Codec.Schema.Diagnostics;

/// <summary>Makes any text suitable for a message, which is one line of limited length.</summary>
internal static class MessageText
{
    // The start of a quoted word is enough to recognize it. A longer quotation would hide the rest of the message.
    private const int MaxQuoted = 60;

    // Enough for several of the longest names. Longer messages would not contain more information.
    private const int MaxLength = 4000;

    /// <summary>Replaces characters that break a line or control a terminal: a tab with a space, and any other character with U+FFFD.</summary>
    /// <returns>One line of at most 4,000 UTF-16 units. A text within this limit keeps its length.</returns>
    internal static string Printable(string text)
    {
        StringBuilder result = new(Cut(text, MaxLength));
        for (int i = 0; i < result.Length; i++)
        {
            char c = result[i];
            bool isPair = char.IsHighSurrogate(c) && i + 1 < result.Length && char.IsLowSurrogate(result[i + 1]);
            if (isPair)
            {
                i++;
            }
            else if (char.IsControl(c) || char.IsSurrogate(c) || c is '\u2028' or '\u2029' or SchemaSource.NoCharacter)
            {
                result[i] = c == '\t' ? ' ' : '\uFFFD';
            }
        }

        return result.ToString();
    }

    /// <summary>Returns the start of a word that a message quotes.</summary>
    internal static string Shorten(string text) => Cut(text, MaxQuoted);

    private static string Cut(string text, int length)
    {
        if (text.Length <= length)
        {
            return text;
        }

        return text.Substring(0, length - (char.IsHighSurrogate(text[length - 2]) ? 2 : 1)) + "…";
    }
}
