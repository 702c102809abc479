namespace Codec.Interpreter;

/// <summary>Bytes of a payload with one meaning.</summary>
/// <param name="Offset">The index of the first byte.</param>
/// <param name="Length">The number of bytes.</param>
/// <param name="Type">The C++ type.</param>
/// <param name="Value">The value.</param>
/// <param name="Comment">The description.</param>
/// <param name="Section">The index of the section to which the bytes belong.</param>
internal readonly record struct ByteRegion(int Offset, int Length, string Type, string Value, string Comment, int Section);
