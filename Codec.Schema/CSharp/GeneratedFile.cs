namespace Codec.Schema.CSharp;

/// <summary>A C# file that the emitter wrote.</summary>
/// <param name="Name">Its name, unique among those of a model: the definition's full name and <c>.g.cs</c>.</param>
/// <param name="Text">Its content, with line feeds.</param>
public sealed record GeneratedFile(string Name, string Text);
