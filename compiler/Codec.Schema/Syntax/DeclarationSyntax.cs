namespace Codec.Schema.Syntax;

internal abstract record DeclarationSyntax;
