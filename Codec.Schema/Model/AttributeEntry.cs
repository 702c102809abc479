using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>An attribute as written, such as <c>packet_id: 7</c>; the known ones are also in properties of what they stand on.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Value">The value's text: a string without its quotes, an integer in decimal; null when there is none.</param>
/// <param name="Span">The location of the name.</param>
public sealed record AttributeEntry(string Name, string? Value, SourceSpan Span);
