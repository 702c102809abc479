namespace Codec.Schema;

/// <summary>A file that an emitter wrote.</summary>
/// <param name="Name">
/// Its name, unique among those of a model: in C# the full name of a definition or protocol hash and <c>.g.cs</c>, in C++ the schema's with <c>_packets.hpp</c>
/// for <c>.fbs</c>.
/// </param>
/// <param name="Text">Its content, with line feeds.</param>
public sealed record GeneratedFile(string Name, string Text);
