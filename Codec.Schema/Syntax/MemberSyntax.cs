using System.Collections.Generic;

namespace Codec.Schema.Syntax;

/// <summary>Something named and documented, with attributes.</summary>
internal abstract record MemberSyntax(SyntaxName Name, IReadOnlyList<string>? Documentation, IReadOnlyList<AttributeSyntax> Attributes)
    : DeclarationSyntax;
