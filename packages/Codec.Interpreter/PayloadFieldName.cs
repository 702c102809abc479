namespace Codec.Interpreter;

/// <summary>The meaning of a name in the JSON of a table.</summary>
/// <param name="Index">The index of the field.</param>
/// <param name="IsType">Whether the name is the type of a union.</param>
internal readonly record struct PayloadFieldName(int Index, bool IsType);
