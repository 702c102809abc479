namespace Codec.Interpreter;

/// <summary>Bytes of a payload with one meaning, with their type in C++, and the index of the section to which they belong.</summary>
internal readonly record struct ByteRegion(int Offset, int Length, string Type, string Value, string Comment, int Section);
