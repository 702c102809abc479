namespace Codec.Schema.Cpp;

/// <summary>The position at which the generated writer stores the value of a vtable entry.</summary>
/// <param name="Entry">The offset of the entry from the start of the vtable, in bytes.</param>
/// <param name="Offset">The offset of the value from the start of the table, in bytes.</param>
internal sealed record CppPlace(int Entry, int Offset);
