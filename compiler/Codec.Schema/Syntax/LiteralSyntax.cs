namespace Codec.Schema.Syntax;

/// <summary>A constant: a default, the value of an attribute, the number of an enum value, or a length.</summary>
/// <param name="Kind">The form of the constant.</param>
/// <param name="Text">The number, the string, the name with its sign, or the name of the function.</param>
/// <param name="Start">The index of its first UTF-16 unit.</param>
/// <param name="Length">The number of UTF-16 units in the file.</param>
/// <param name="Argument">The argument of a function; otherwise null.</param>
internal sealed record LiteralSyntax(LiteralKind Kind, string Text, int Start, int Length, LiteralSyntax? Argument = null)
    : SyntaxText(Text, Start, Length)
{
    /// <summary>Gets whether this is a string with escapes, which are longer than the characters that they stand for.</summary>
    internal bool HasEscapes => Kind == LiteralKind.Text && Length > Text.Length + 2;

    /// <summary>Gets whether this is the default of an optional field, which may be in quotes.</summary>
    internal bool IsNull => Kind is LiteralKind.Name or LiteralKind.Text && Text == "null" && !HasEscapes;
}
