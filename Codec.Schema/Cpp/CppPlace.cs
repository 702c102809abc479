namespace Codec.Schema.Cpp;

/// <summary>Where the writer puts a field of a table.</summary>
/// <param name="Entry">Bytes from the vtable's start to the field's entry.</param>
/// <param name="Offset">Bytes from the table's start to the value.</param>
internal sealed record CppPlace(int Entry, int Offset);
