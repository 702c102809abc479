namespace Codec.Schema;

/// <summary>A file that an emitter generated.</summary>
/// <param name="Name">
/// The name, unique among the files of a model. In C#, the full name of a definition or protocol hash, followed by <c>.g.cs</c>. In C++, the
/// name of the schema with <c>_packets.hpp</c> instead of <c>.fbs</c>.
/// </param>
/// <param name="Text">The content, with line feeds as line ends.</param>
public sealed record GeneratedFile(string Name, string Text);
