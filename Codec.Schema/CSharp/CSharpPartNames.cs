using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Schema.CSharp;

/// <summary>Parses lists of parts, as <c>codec gen csharp --parts</c> and the source generator accept them.</summary>
public static class CSharpPartNames
{
    private static readonly (string Name, CSharpParts Part)[] Names =
    [
        ("types", CSharpParts.Types), ("writers", CSharpParts.Writers), ("views", CSharpParts.Views), ("verify", CSharpParts.Verify),
    ];

    /// <summary>Parses the names of parts, in any order and case.</summary>
    /// <param name="text">The names, separated by commas or semicolons.</param>
    /// <param name="parts">The parts, or none if the list is not valid.</param>
    /// <returns><see langword="null"/> if the list is valid; otherwise a sentence that describes the error.</returns>
    /// <exception cref="ArgumentNullException">The text is null.</exception>
    public static string? Parse(string text, out CSharpParts parts)
    {
        _ = text ?? throw new ArgumentNullException(nameof(text));
        parts = CSharpParts.None;
        string[] words = [.. text.Split(',', ';').Select(word => word.Trim()).Where(word => word.Length > 0)];
        CSharpParts found = CSharpParts.None;
        foreach (string word in words)
        {
            CSharpParts part = Names.FirstOrDefault(entry => string.Equals(entry.Name, word, StringComparison.OrdinalIgnoreCase)).Part;
            if (part == CSharpParts.None)
            {
                return $"'{Diagnostics.MessageText.Shorten(word)}' is not a part; expected {All}.";
            }

            found |= part;
        }

        if (found == CSharpParts.None)
        {
            return $"The list of parts is empty; expected {All}.";
        }

        parts = found;
        return null;
    }

    /// <summary>Returns the names of parts as <see cref="Parse"/> reads them.</summary>
    /// <param name="parts">The parts.</param>
    /// <returns>The names, separated by commas.</returns>
    public static string ToText(CSharpParts parts) => string.Join(",", NamesOf(parts));

    private static string All => string.Join(", ", Names.Select(entry => entry.Name));

    private static IEnumerable<string> NamesOf(CSharpParts parts) => Names.Where(entry => (parts & entry.Part) != 0).Select(entry => entry.Name);
}
