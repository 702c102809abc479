namespace Codec.Interpreter;

/// <summary>A table, a vtable, a vector or a string in a payload.</summary>
/// <param name="Title">The title of the section.</param>
/// <param name="End">The end of the section. Padding before the end belongs to it.</param>
internal readonly record struct ByteSection(string Title, int End);
