using Codec.Schema.Model;

namespace Codec.Schema.Binding;

/// <summary>The value of a table's field that is missing.</summary>
internal readonly record struct FieldDefault(FieldPresence Presence, ScalarValue? Scalar = null, string? Text = null, bool IsEmptyVector = false);
