namespace Codec.Schema.Model;

/// <summary>An attribute as written, such as <c>packet_id: 7</c>. Known attributes are also properties of the definition that has them.</summary>
/// <param name="Name">The name.</param>
/// <param name="Value">The text of the value: a string without its quotes, or an integer in decimal; null if there is no value.</param>
/// <param name="Span">The location of the name.</param>
public sealed record AttributeEntry(string Name, string? Value, SourceSpan Span);
