using System.Collections.Generic;

namespace Codec.Schema.Syntax;

/// <summary>A value of an enum or a member of a union.</summary>
/// <param name="Name">The value's name; a member's alias, or its type's name.</param>
/// <param name="Documentation">Lines of the comment before it.</param>
/// <param name="Attributes">Its attributes.</param>
/// <param name="Alias">Whether a member's type was written apart from its name.</param>
/// <param name="Type">A member's type; null for an enum's value.</param>
/// <param name="Number">The number, when one is given.</param>
internal sealed record EnumValueSyntax(
    SyntaxName Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes, bool Alias, TypeSyntax? Type, LiteralSyntax? Number)
    : MemberSyntax(Name, Documentation, Attributes);
