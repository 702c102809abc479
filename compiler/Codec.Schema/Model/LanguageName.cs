namespace Codec.Schema.Model;

/// <summary>A name in the code that is generated from a schema.</summary>
/// <param name="Key">Identifies what has the name, in every version of the schema.</param>
/// <param name="Name">The name.</param>
/// <param name="Subject">What has the name, as the start of a sentence.</param>
/// <param name="Span">The location of what has the name; null if the name is derived from others.</param>
internal readonly record struct LanguageName(string Key, string Name, string Subject, SourceSpan? Span = null);
