namespace Codec.Schema;

/// <summary>Finds an included file; called for each <c>include</c>, never twice for the same pair.</summary>
/// <param name="including">Path of the file that has the <c>include</c>.</param>
/// <param name="included">The text between the quotes.</param>
/// <returns>The file, under the same path whoever includes it; null when there is none.</returns>
public delegate SchemaSource? IncludeResolver(string including, string included);
