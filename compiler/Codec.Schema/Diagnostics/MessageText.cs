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

    /// <summary>Returns the end of a message about an unknown word: a question with the nearest candidate, or a full stop if none is near.</summary>
    internal static string DidYouMean(string word, IEnumerable<string> candidates) =>
        Nearest(word, candidates) is { } nearest ? $"; did you mean {nearest}?" : ".";

    /// <summary>Returns the candidate that an unknown word was probably meant to be, or <see langword="null"/> if none is near.</summary>
    internal static string? Nearest(string word, IEnumerable<string> candidates)
    {
        int limit = Math.Max(1, word.Length / 3);
        return candidates.Where(candidate => Math.Abs(candidate.Length - word.Length) <= limit)
            .Select(candidate => (candidate, Distance: Distance(word, candidate))).Where(pair => pair.Distance <= limit)
            .OrderBy(pair => pair.Distance).Select(pair => pair.candidate).FirstOrDefault();
    }

    // The number of letters to insert, remove, replace, or swap with the next one. Upper and lower case are equal.
    private static int Distance(string left, string right)
    {
        int[,] steps = new int[left.Length + 1, right.Length + 1];
        for (int i = 0; i <= left.Length; i++)
        {
            for (int j = 0; j <= right.Length; j++)
            {
                bool IsSame(int x, int y) => char.ToUpperInvariant(left[x - 1]) == char.ToUpperInvariant(right[y - 1]);
                steps[i, j] = i == 0 || j == 0 ? i + j
                    : Math.Min(Math.Min(steps[i - 1, j], steps[i, j - 1]) + 1, steps[i - 1, j - 1] + (IsSame(i, j) ? 0 : 1));
                if (i > 1 && j > 1 && IsSame(i, j - 1) && IsSame(i - 1, j))
                {
                    steps[i, j] = Math.Min(steps[i, j], steps[i - 2, j - 2] + 1);
                }
            }
        }

        return steps[left.Length, right.Length];
    }

    private static string Cut(string text, int length)
    {
        if (text.Length <= length)
        {
            return text;
        }

        return text.Substring(0, length - (char.IsHighSurrogate(text[length - 2]) ? 2 : 1)) + "…";
    }
}
