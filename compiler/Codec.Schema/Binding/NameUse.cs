namespace Codec.Schema.Binding;

/// <summary>A name that refers to a type or to a value of an enum.</summary>
/// <param name="Span">The location of the name, which may have a namespace before it.</param>
/// <param name="Declaration">The location of the declared name.</param>
internal readonly record struct NameUse(SourceSpan Span, SourceSpan Declaration);
