namespace Codec.Schema.Syntax;

/// <summary>A table or a struct.</summary>
internal sealed record RecordSyntax(
    SyntaxText Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes, bool IsStruct, IReadOnlyList<FieldSyntax> Fields)
    : MemberSyntax(Name, Documentation, Attributes);
