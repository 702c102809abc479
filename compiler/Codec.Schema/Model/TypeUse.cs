namespace Codec.Schema.Model;

/// <summary>A reference from a field or a union member to a type.</summary>
internal readonly record struct TypeUse(string Member, SourceSpan Span, string Type, bool IsNested = false, bool IsDeprecated = false);
