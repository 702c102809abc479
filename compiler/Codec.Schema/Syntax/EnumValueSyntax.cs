namespace Codec.Schema.Syntax;

/// <summary>A value of an enum or a member of a union.</summary>
/// <param name="Name">The name of the value. For a member, its alias, or the name of its type if it has no alias.</param>
/// <param name="Documentation">The lines of the comment before it.</param>
/// <param name="Attributes">The attributes.</param>
/// <param name="Alias">Whether the member has an alias before its type.</param>
/// <param name="Type">The type of a member; null for a value of an enum.</param>
/// <param name="Number">The number, if there is one.</param>
internal sealed record EnumValueSyntax(
    SyntaxText Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes, bool Alias, TypeSyntax? Type, LiteralSyntax? Number)
    : MemberSyntax(Name, Documentation, Attributes);
