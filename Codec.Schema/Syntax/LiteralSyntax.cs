using Codec.Schema.Diagnostics;

namespace Codec.Schema.Syntax;

/// <summary>A constant: a default, an attribute's value, an enum's number, a length.</summary>
/// <param name="Kind">Its form.</param>
/// <param name="Text">The number, the string, the name with its sign, or the function's name.</param>
/// <param name="Start">Index of its first UTF-16 unit.</param>
/// <param name="Length">UTF-16 units in the file.</param>
/// <param name="Argument">What a call is applied to; else null.</param>
internal sealed record LiteralSyntax(LiteralKind Kind, string Text, int Start, int Length, LiteralSyntax? Argument = null)
{
    /// <summary>The text as a message quotes it.</summary>
    internal string Shown => MessageText.Shorten(Text);
}
