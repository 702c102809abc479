using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>An attribute as written, such as <c>packet_id: 7</c>; the known ones are also in properties of what they stand on.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Value">The value's text, without the quotes of a string; null when it has none.</param>
/// <param name="Span">The name's place.</param>
public sealed record AttributeEntry(string Name, string? Value, SourceSpan Span);
