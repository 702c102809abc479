namespace Codec.Schema.Binding;

/// <summary>The value that a field of a table has if it is missing.</summary>
internal readonly record struct FieldDefault(FieldPresence Presence, ScalarValue? Scalar = null, string? Text = null, bool IsEmptyVector = false);
