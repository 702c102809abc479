namespace Codec.Schema.Binding;

internal readonly record struct FieldDefault(FieldPresence Presence, ScalarValue? Scalar = null, string? Text = null, bool IsEmptyVector = false);
