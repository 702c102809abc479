namespace Codec.Schema.Cpp;

/// <summary>A C++ header that the emitter wrote.</summary>
/// <param name="Name">Its file name: the schema's, with <c>_packets.hpp</c> for <c>.fbs</c>.</param>
/// <param name="Text">Its content, with line feeds.</param>
public sealed record CppHeader(string Name, string Text);
