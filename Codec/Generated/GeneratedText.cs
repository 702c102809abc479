using System.ComponentModel;

namespace Codec.Generated;

/// <summary>Compares texts in the order that a binary search in a payload requires.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedText
{
    /// <summary>Compares two texts in the order of their UTF-8 bytes. Null comes first.</summary>
    /// <param name="left">The first text.</param>
    /// <param name="right">The second text.</param>
    /// <returns>Less than, equal to or greater than 0.</returns>
    public static int Compare(string? left, string? right)
    {
        if (left is null || right is null)
        {
            return (left is null ? 0 : 1) - (right is null ? 0 : 1);
        }

        for (int i = 0; i < left.Length && i < right.Length; i++)
        {
            char a = left[i];
            char b = right[i];
            if (a != b)
            {
                // Surrogates encode the code points above all others, but are less than U+E000 in UTF-16.
                bool aboveA = char.IsSurrogate(a);
                bool aboveB = char.IsSurrogate(b);
                return aboveA == aboveB ? a - b : aboveA ? 1 : -1;
            }
        }

        return left.Length - right.Length;
    }
}
