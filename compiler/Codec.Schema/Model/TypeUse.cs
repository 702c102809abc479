namespace Codec.Schema.Model;

/// <summary>A reference from a field or a union member to a type.</summary>
/// <param name="Member">The name of the field or the member.</param>
/// <param name="Span">The location of the field or the member.</param>
/// <param name="Type">The full name of the type.</param>
/// <param name="IsNested">Whether the type is the root of a nested buffer.</param>
/// <param name="IsDeprecated">Whether the field is deprecated.</param>
internal readonly record struct TypeUse(string Member, SourceSpan Span, string Type, bool IsNested = false, bool IsDeprecated = false);
