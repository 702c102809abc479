namespace Codec.Schema.Syntax;

/// <summary>A statement of a schema file.</summary>
internal abstract record DeclarationSyntax;
