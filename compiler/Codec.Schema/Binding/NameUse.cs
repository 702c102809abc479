namespace Codec.Schema.Binding;

internal readonly record struct NameUse(SourceSpan Span, SourceSpan Declaration);
