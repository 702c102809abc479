namespace Codec.Schema.CSharp;

/// <summary>Where the emitter's writer puts a vtable entry's value.</summary>
/// <param name="Entry">Bytes from the vtable's start to the entry.</param>
/// <param name="Offset">Bytes from the table's start to the value.</param>
/// <param name="Size">The value's size in bytes.</param>
/// <param name="Alignment">The alignment of the value.</param>
internal sealed record FieldPlace(int Entry, int Offset, int Size, int Alignment);
