namespace Codec.Schema;

/// <summary>A file that an emitter generated.</summary>
/// <param name="Name">
/// The name, unique among the files of a model. In C#, it is the full name of a definition or protocol hash, followed by <c>.g.cs</c>. In C++, it is
/// the name of the schema with a suffix such as <c>_packets.hpp</c> instead of <c>.fbs</c>. In Lua, it is the name of the protocol, followed by
/// <c>.lua</c>.
/// </param>
/// <param name="Text">The content, with line feeds as line endings.</param>
public sealed record GeneratedFile(string Name, string Text);
