using Codec.Schema.Model;

namespace Codec.Schema.Binding;

/// <summary>What a table's field is when it is missing.</summary>
internal readonly record struct FieldDefault(FieldPresence Presence, ScalarValue? Scalar = null, string? Text = null, bool IsEmptyVector = false);
