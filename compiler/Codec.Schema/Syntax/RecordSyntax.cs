namespace Codec.Schema.Syntax;

internal sealed record RecordSyntax(
    SyntaxText Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes, bool IsStruct, IReadOnlyList<FieldSyntax> Fields)
    : MemberSyntax(Name, Documentation, Attributes);
