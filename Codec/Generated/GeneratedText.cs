namespace Codec.Generated;

/// <summary>Compares texts in the order that a binary search in a payload requires.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedText
{
    private const int Supplementary = 0x10000;
    private const char Replacement = '\uFFFD';

    /// <summary>Compares two texts in the order of their UTF-8 bytes, in which an unpaired surrogate is U+FFFD. Null comes first.</summary>
    /// <returns>Less than, equal to or greater than 0.</returns>
    public static int Compare(string? left, string? right)
    {
        if (left is null || right is null)
        {
            return (left is null ? 0 : 1) - (right is null ? 0 : 1);
        }

        for (int i = 0; i < left.Length && i < right.Length; i++)
        {
            if (left[i] != right[i])
            {
                int difference = Rank(left, i) - Rank(right, i);
                if (difference != 0)
                {
                    return difference;
                }
            }
        }

        return left.Length - right.Length;
    }

    // Surrogate pairs encode the code points above all others, but are less than U+E000 in UTF-16. An unpaired surrogate is written as U+FFFD.
    private static int Rank(string text, int index)
    {
        char unit = text[index];
        if (!char.IsSurrogate(unit))
        {
            return unit;
        }

        bool isPaired = char.IsHighSurrogate(unit)
            ? index + 1 < text.Length && char.IsLowSurrogate(text[index + 1])
            : index > 0 && char.IsHighSurrogate(text[index - 1]);
        return isPaired ? unit + Supplementary : Replacement;
    }
}
